/** What single keys press in the row with the focus, by the name of the press. */
export const rowKeys: Readonly<Partial<Record<string, string>>> = {
  x: 'select',
  c: 'copy',
  r: 'reveal',
  e: 'edit',
  Delete: 'delete',
}

/** Single keys that do what an arrow does. */
export const moveKeys: Readonly<Partial<Record<string, string>>> = { j: 'ArrowDown', k: 'ArrowUp' }
