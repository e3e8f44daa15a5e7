/** Empties every new password that stands in a form: whoever signs in next at this page must not find one. */
export function emptyPasswords(page: ParentNode): void {
  for (const field of page.querySelectorAll<HTMLInputElement>('input[autocomplete=new-password]')) {
    // By the node's own setter, behind which React keeps a copy of what was typed.
    field.value = ''
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
}
