import { Pencil, Repeat2, ToggleLeft, ToggleRight, Trash2, Wrench } from 'lucide-react'
import { canRepair, needsRepair } from '#contract/saving/value-worth.ts'
import type { Act } from '#web/ui/menu.tsx'
import { visible } from '#web/ui/names/foreign.tsx'
import { otherUnitMoment, type Sight } from './token-status.ts'
import type { Over, TokenWork } from './use-token-work.ts'

type MenuOver = Extract<Over, { is: 'menu' | 'choose-write' | 'choose-active' }>

/** The rarer acts of a row, or the two answers for a flag that cannot be read. */
export function menuActs({ is, token }: MenuOver, sight: Sight, work: TokenWork): Act[] {
  const name = visible(token.name)
  if (is !== 'menu') {
    const [field, on, off] =
      is === 'choose-write'
        ? (['write', 'Turn write on', 'Turn write off'] as const)
        : (['active', 'Activate', 'Deactivate'] as const)
    return [
      {
        id: 'on',
        label: on,
        icon: <ToggleRight className="icon" aria-hidden="true" />,
        run: () => work.send(token, { [field]: true }),
      },
      {
        id: 'off',
        label: off,
        icon: <ToggleLeft className="icon" aria-hidden="true" />,
        run: () => work.send(token, { [field]: false }),
      },
    ]
  }
  const meant = otherUnitMoment(token, sight)
  return [
    {
      id: 'edit',
      label: `Edit ${name}`,
      icon: <Pencil className="icon" aria-hidden="true" />,
      run: () => work.edit(token),
    },
    ...(meant === undefined
      ? []
      : [
          {
            id: 'unit',
            label: 'Save its date in the right unit',
            icon: <Wrench className="icon" aria-hidden="true" />,
            run: () => work.send(token, { expires: { at: meant } }),
          },
        ]),
    ...(needsRepair(token, sight) && canRepair(sight)
      ? [
          {
            id: 'repair',
            label: `Repair value of ${name}`,
            icon: <Wrench className="icon" aria-hidden="true" />,
            run: () => void work.repair(token),
          },
        ]
      : []),
    {
      id: 'replace',
      label: 'Replace value…',
      icon: <Repeat2 className="icon" aria-hidden="true" />,
      run: () => work.ask('replace', token),
    },
    {
      id: 'delete',
      label: `Delete ${name}`,
      icon: <Trash2 className="icon" aria-hidden="true" />,
      danger: true,
      apart: true,
      run: () => work.ask('delete', token),
    },
  ]
}
