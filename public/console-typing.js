// @ts-check

/**
 * Whether a key that is pressed here is text, so that it is no command. Boxes take no text.
 * @param {EventTarget | null} target
 */
export const isTyping = (target) =>
  target instanceof HTMLElement &&
  (target.matches('select, textarea') || (target instanceof HTMLInputElement && target.type !== 'checkbox'))
