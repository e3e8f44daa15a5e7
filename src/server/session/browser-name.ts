/** What names a browser in its `User-Agent`, the more special first: most of them also name Chrome and Safari. */
const browsers = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/(Firefox|FxiOS)\//, 'Firefox'],
  [/(Chrome|CriOS)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
] as const

const systems = [
  [/Android/, 'Android'],
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/CrOS/, 'ChromeOS'],
  [/Windows/, 'Windows'],
  [/Macintosh/, 'macOS'],
  [/Linux/, 'Linux'],
] as const

/** `Chrome on Linux`, made of the names above only: nothing of a `User-Agent` is stored or shown. */
export function browserName(userAgent: string | null): string {
  const findName = (names: typeof browsers | typeof systems) =>
    names.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1]
  const system = findName(systems)
  return `${findName(browsers) ?? 'Unknown browser'}${system === undefined ? '' : ` on ${system}`}`
}
