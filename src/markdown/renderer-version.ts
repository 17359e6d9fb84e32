/**
 * Increase it with every change, here or in micromark, that changes the markup of some text, and with every change to how full
 * texts are split into parts and sections: all stored renderings are then replaced.
 */
export const RENDERER_VERSION = 4
