/**
 * Raise it with every change, of ours or of micromark, after which some text has other markup, and with every change of how
 * full texts are cut into parts and sections: all are then made again.
 */
export const RENDERER_VERSION = 1
