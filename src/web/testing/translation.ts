/**
 * A browser that translates a page puts each text into elements of its own. A text that stands beside other content is
 * then out of React's reach: React changes a text that is no longer in the page, and throws where it removes one or puts
 * something before it. A text that is alone in its element is safe: React replaces the content of the element. (Source:
 * `commitTextUpdate` and `setTextContent` of react-dom 19.)
 *
 * Returns a function that tells what React did since to texts that are not alone.
 */
export function watchTexts(): () => string[] {
  let unsafe: string[] = []
  const check = (node: Node | null, did: string) => {
    // React marks only texts that are not alone.
    if (!(node instanceof Text) || !Object.keys(node).some((key) => key.startsWith('__reactFiber'))) return
    unsafe.push(`${did} “${node.data}” in ${(node.parentElement?.outerHTML ?? '').slice(0, 300)}`)
  }
  // oxlint-disable-next-line typescript/unbound-method -- they are called with their node
  const { removeChild, insertBefore } = Node.prototype
  Node.prototype.removeChild = function remove<Child extends Node>(this: Node, child: Child) {
    check(child, 'removed')
    return removeChild.call(this, child) as Child
  }
  Node.prototype.insertBefore = function insert<Child extends Node>(this: Node, child: Child, next: Node | null) {
    check(next, 'put something before')
    return insertBefore.call(this, child, next) as Child
  }
  Object.defineProperty(Text.prototype, 'nodeValue', {
    configurable: true,
    get(this: Text) {
      return this.data
    },
    set(this: Text, text: string) {
      check(this, 'changed')
      this.data = text
    },
  })
  return () => {
    const taken = unsafe
    unsafe = []
    return taken
  }
}
