/**
 * The key of an event, on a layout of Cyrillic or Greek letters the Latin one at its place. Undefined: it is no key, as when
 * a browser fills a field, or belongs to the word that is being composed (229: Safari ends that before its last key).
 */
export function keyOf({ key, code, isComposing, keyCode }: Partial<KeyboardEvent>): string | undefined {
  if (key === undefined || isComposing === true || keyCode === 229) return undefined
  return /^[^ -~]$/.test(key) && /^Key[A-Z]$/.test(code ?? '') ? code?.slice(3).toLowerCase() : key
}
