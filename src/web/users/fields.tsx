import type { ReactNode } from 'react'
import type { StoredUser, User, UserChange } from '#api/user.ts'
import { statusCell } from '#web/resource/cells.tsx'
import type { CellProps, Column } from '#web/resource/columns.ts'
import {
  activeHeaders,
  createdColumn,
  flagField,
  flagInput,
  nameField,
  statusWidths,
  timestampField,
  updatedColumn,
} from '#web/resource/field-definitions.tsx'
import type { FieldDefinition } from '#web/resource/resource.ts'
import { userMessages, userStatus, userStatusLabels, type UserStatus } from './messages.ts'
import './fields.css'

type UserField = FieldDefinition<User, UserChange>

const statuses: readonly UserStatus[] = ['active', 'inactive', 'unknown']

const passwordHeaders = [
  'newpassword',
  'passwort',
  'neuespasswort',
  'kennwort',
  'neueskennwort',
  'motdepasse',
  'nouveaumotdepasse',
  'contraseña',
  'nuevacontraseña',
]

/** Every field of a user, its status and its password. A missing field is a type error. */
export const userFields = {
  email: {
    ...nameField<User>('Email', ({ email }) => email, {
      nameClass: 'name person',
      tagsOf: ({ email }, { ownEmails }) => ownEmails.includes(email) && <span className="tag">You</span>,
    }),
    formatChange: ({ new_email }) => new_email,
    input: {
      csvHeaders: [
        'mail',
        'mailaddress',
        'emailaddress',
        'user',
        'mailadresse',
        'emailadresse',
        'courriel',
        'adressecourriel',
        'adressemail',
        'adresseemail',
        'adresseélectronique',
        'correo',
        'correoelectrónico',
        'direccióndecorreo',
        'direccióndecorreoelectrónico',
      ],
      parse: () => ({ change: {} }),
    },
  },
  status: {
    label: 'Status',
    inlineLabel: 'status',
    column: {
      className: 'c-status',
      width: { ...statusWidths, card: 'calc(100% - 0.875rem)' },
      sortValue: (user) => statuses.indexOf(userStatus(user)),
      cell: renderStatus,
    },
    format: (user) => userStatusLabels[userStatus(user)],
    mark: userStatus,
    csv: { header: 'Status', cell: (user) => userStatusLabels[userStatus(user)] },
  },
  password: {
    label: 'Password',
    inlineLabel: 'password',
    // No list shows one.
    format: () => 'Never shown',
    input: { isSecret: true, csvHeaders: passwordHeaders, parse: () => ({ change: {} }) },
  },
  admin: {
    ...flagField('admin', 'Admin'),
    input: flagInput('admin', 'Admin', {
      hint: 'Can manage tokens and users.',
      csvHeaders: [
        'isadmin',
        'administrator',
        'administratorin',
        'administrateur',
        'administratrice',
        'administrador',
        'administradora',
      ],
    }),
  },
  active: {
    ...flagField('active', 'Active'),
    input: flagInput('active', 'Active', {
      hint: 'Deactivate to block sign-in and administration. Access tokens issued before may still read and write data.',
      csvHeaders: activeHeaders,
    }),
  },
  created_at: { ...timestampField('created_at', 'Created', 'created'), column: createdColumn('8rem') },
  updated_at: { ...timestampField('updated_at', 'Updated', 'its last update'), column: updatedColumn('7rem') },
} satisfies Record<keyof StoredUser | 'status' | 'password', UserField>

function renderStatus(props: CellProps<User, UserChange>, column: Column): ReactNode {
  const status = userStatus(props.row)
  const title = status === 'inactive' ? userMessages.inactiveKeeps : undefined
  return statusCell(props, column, {
    mark: status,
    label: (
      <>
        <span>{userStatusLabels[status]}</span>
        {title !== undefined && <span className="sr"> {title}</span>}
      </>
    ),
    title,
  })
}
