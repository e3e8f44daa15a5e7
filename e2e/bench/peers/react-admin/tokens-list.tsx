import { DataTable, FunctionField, List, SearchInput } from 'react-admin'
import { dateOf, type Token } from '#peers/token.ts'
import { ActiveSwitch } from './active-switch.tsx'

const filters = [<SearchInput key="q" source="q" alwaysOn />]

/** Ten tokens a page, with a search. */
export function TokensList() {
  return (
    <List filters={filters} perPage={10} sort={{ field: 'id', order: 'ASC' }} exporter={false}>
      <DataTable rowClick={false} bulkActionButtons={false}>
        <DataTable.Col source="name" />
        <DataTable.Col source="expiration_date">
          <FunctionField<Token> render={(token) => dateOf(token.expiration_date)} />
        </DataTable.Col>
        <DataTable.Col source="updated_at">
          <FunctionField<Token> render={(token) => dateOf(token.updated_at)} />
        </DataTable.Col>
        <DataTable.Col source="write">
          <FunctionField<Token> render={(token) => (token.write === 1 ? 'yes' : 'no')} />
        </DataTable.Col>
        <DataTable.Col source="active">
          <ActiveSwitch />
        </DataTable.Col>
      </DataTable>
    </List>
  )
}
