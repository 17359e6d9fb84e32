/** Raise it with every change, of ours or of micromark, after which some text has other markup: all are then made again. */
export const RENDERER_VERSION = 1
