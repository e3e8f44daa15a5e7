const properties = ['display', 'visibility'] as const
type Asked = (typeof properties)[number]
const isAsked = (name: unknown): name is Asked => properties.includes(name as Asked)

/**
 * Makes `getComputedStyle` cheap. happy-dom works out the whole style of an element and of all above it at each question,
 * an eighth of the time of these tests. Queries by role ask only for display and visibility, and no style sheet is loaded:
 * where no `style` attribute sets these, they follow from the tag alone.
 */
export function cheapStyles(view: Window): void {
  if (view.getComputedStyle.name === 'cheapStyle') return // the files of a worker share its window
  const compute = view.getComputedStyle.bind(view)
  const ofTags: Record<Asked, Map<string, string>> = { display: new Map(), visibility: new Map() }
  const sets = (element: Element, name: Asked): boolean => element.getAttribute('style')?.includes(name) ?? false
  const isSetAbove = (element: Element, name: Asked): boolean => {
    for (let ancestor: Element | null = element; ancestor !== null; ancestor = ancestor.parentElement)
      if (sets(ancestor, name)) return true
    return false
  }
  const ofTag = (element: Element, name: Asked): string => {
    const isSet = name === 'display' ? sets(element, name) : isSetAbove(element, name)
    const isPlain = element.isConnected && !isSet && element.tagName !== 'DIALOG' // its display depends on whether it is open
    const cached = isPlain ? ofTags[name].get(element.tagName) : undefined
    if (cached !== undefined) return cached
    const found = compute(element).getPropertyValue(name)
    if (isPlain) ofTags[name].set(element.tagName, found)
    return found
  }
  view.getComputedStyle = function cheapStyle(element, pseudo) {
    let style: CSSStyleDeclaration | undefined
    const whole = () => (style ??= compute(element, pseudo))
    const find = (name: string) => (isAsked(name) ? ofTag(element, name) : whole().getPropertyValue(name))
    return new Proxy({} as CSSStyleDeclaration, {
      get(_, name) {
        if (isAsked(name)) return find(name)
        if (name === 'getPropertyValue') return find
        const value: unknown = Reflect.get(whole(), name)
        return typeof value === 'function' ? (value.bind(whole()) as unknown) : value
      },
    })
  }
}
