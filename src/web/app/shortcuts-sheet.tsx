import { Fragment } from 'react'
import { deleteKey, paletteKeys, setSingleKeyShortcuts, useSingleKeyShortcuts } from '#web/ui/keyboard.ts'
import { SwitchField } from '#web/ui/fields.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import './shortcuts-sheet.css'

/** Keys in the order of the list, and what they do. `palette` and `delete`: those of this system. */
const groups: readonly { title: string; keys: readonly (readonly [keys: readonly string[], does: string])[] }[] = [
  {
    title: 'On every page',
    keys: [
      [['palette'], 'Search or run…'],
      [['/'], 'Search'],
      [['N'], 'New token or user'],
      [['?'], 'This list'],
      [['Esc'], 'Close what is open'],
    ],
  },
  {
    title: 'In a list',
    keys: [
      [['J', '↓'], 'Next row'],
      [['K', '↑'], 'Previous row'],
      [['X'], 'Select the row'],
      [['C'], 'Copy the value'],
      [['R'], 'Reveal or hide the value'],
      [['E', 'Enter'], 'Open'],
      [['delete'], 'Delete…'],
    ],
  },
  {
    title: 'With a selection',
    keys: [
      [['Shift ↓', 'Shift ↑'], 'Select more rows'],
      [['F6'], 'Go to the selection bar and back'],
      [['Esc'], 'Clear the selection'],
    ],
  },
]

/** The list of keys, and the switch that turns the single ones off. */
export function ShortcutsSheet({ onClose }: { onClose: () => void }) {
  const isOn = useSingleKeyShortcuts()
  return (
    <Sheet title="Keyboard shortcuts" onClose={onClose}>
      <div className="body">
        <SwitchField
          label="Single-key shortcuts"
          hint="Turn off if speech input or other tools press them by mistake. Saved in this browser."
          value={isOn}
          onChange={setSingleKeyShortcuts}
        />
        {groups.map(({ title, keys }) => (
          <section key={title} className="keys">
            <h3>{title}</h3>
            <dl>
              {keys.map(([names, description]) => (
                <Fragment key={description}>
                  <dt>
                    {names.map((name) => (
                      <kbd key={name}>
                        {name === 'palette' ? paletteKeys() : name === 'delete' ? deleteKey() : name}
                      </kbd>
                    ))}
                  </dt>
                  <dd>{description}</dd>
                </Fragment>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Sheet>
  )
}
