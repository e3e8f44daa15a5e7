/** Single keys that press something in the row with the focus, by what they press. */
export const rowKeys: Readonly<Partial<Record<string, string>>> = {
  select: 'x',
  copy: 'c',
  reveal: 'r',
  edit: 'e',
  delete: 'Delete',
}

/** Single keys that do what an arrow does. */
export const moveKeys: Readonly<Partial<Record<string, string>>> = { j: 'ArrowDown', k: 'ArrowUp' }
