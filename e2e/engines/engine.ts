/** What a flow asks of one tab of a browser. Each engine's driver has these verbs; everything else is built on them. */
export interface Tab {
  open(url: string): Promise<void>
  /** Runs a function in the page. It sees nothing of what surrounds it, and returns no promise. */
  run<Given extends unknown[], Result>(inPage: (...given: Given) => Result, ...given: Given): Promise<Result>
  /** Runs the text of a script in the page. */
  add(script: string): Promise<void>
  /** Presses and releases the first button of the pointer there, in px of the window. */
  click(x: number, y: number): Promise<void>
  /** Presses the first button at the first of these places, moves to the second one, and releases it. */
  drag(from: readonly [number, number], to: readonly [number, number]): Promise<void>
  /** Types with real keys into what has the focus. */
  type(text: string): Promise<void>
  /** Presses a key with its modifiers: `Control+k`, `Shift+Tab`, `PageDown`. */
  press(keys: string): Promise<void>
  /** Gives the page these px. */
  size(width: number, height: number): Promise<void>
  /** Takes a PNG of what shows. */
  picture(path: string): Promise<void>
  /** Chooses files in the input with this selector, as its picker would. */
  files(selector: string, paths: readonly string[]): Promise<void>
  /** Opens another tab of the same browser. */
  second(): Promise<Tab>
  /** What the console, uncaught errors and the policy have said so far, in all tabs. */
  messages(): readonly string[]
}

/** A running browser with one empty tab. */
export interface Running {
  tab: Tab
  /** Ends every process that it started. */
  stop(): Promise<void>
}

/** A browser that may be installed. */
export interface Engine {
  /** Why it can't run here; undefined: it can. */
  missing(): string | undefined
  /** `downloads`: the folder that it saves files to. `home`: an empty one for its profile. */
  start(folders: { downloads: string; home: string }): Promise<Running>
}

/** The parts of `Control+Shift+k`: the key last. */
export function keysIn(keys: string): { held: string[]; key: string } {
  const parts = keys.split('+')
  return { held: parts.slice(0, -1), key: parts.at(-1) ?? '' }
}

/** What Playwright and Puppeteer both call a mouse. */
interface Mouse {
  move(x: number, y: number, options?: { steps?: number }): Promise<void>
  down(): Promise<void>
  up(): Promise<void>
}

/** The verb `drag` by such a mouse. */
export const draggingWith =
  (mouse: Mouse): Tab['drag'] =>
  async (from, to) => {
    await mouse.move(...from)
    await mouse.down()
    await mouse.move(...to, { steps: 10 })
    await mouse.up()
  }

/** Runs first in each page: an engine says violations of the policy in its own way, or not at all. */
export const logViolations = () =>
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile, lineNumber }) =>
    console.error(`policy violated: ${violatedDirective} by ${blockedURI}, ${sourceFile}:${lineNumber}`),
  )
