/** Choosing a client by search: there may be thousands. */
import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'
import type { ParamsOf } from '../../api/call.ts'
import { useOperation } from '../../api/queries.ts'
import { words } from '../../shared/texts/console.ts'

interface ClientPickerProps {
  readonly label: string
  readonly hint?: ReactNode
  /** The id of the client; null while none is chosen. */
  readonly value: number | null
  onChange(id: number | null): void
  readonly error?: string | undefined
  readonly isRequired?: boolean
  /** Restricts the choice: `{ app_id, ack_active: true }`. */
  readonly filter?: Omit<NonNullable<ParamsOf<'getAccounts'>>, 'q' | 'limit' | 'fields' | 'sort'>
}

const shownMax = 20

export function ClientPicker({ label, hint, value, onChange, error, isRequired, filter }: ClientPickerProps) {
  const [text, setText] = useState('')
  const [q] = useDebouncedValue(text.trim(), 200)
  // The options stay while another search loads: one that vanished between press and release would not be chosen.
  const found = useOperation(
    'getAccounts',
    { ...filter, q, limit: shownMax, fields: 'id,title', sort: 'title' },
    { keepsPrevious: true },
  )
  // The chosen client stays in the list while typing.
  const chosen = useOperation('getAccounts', { ids: String(value), fields: 'id,title' }, { isEnabled: value !== null })
  const options = new Map([...(chosen.data ?? []), ...(found.data ?? [])].map((one) => [one.id, one.title]))
  return (
    <Select
      label={label}
      description={hint}
      required={isRequired ?? false}
      error={error}
      searchable
      clearable
      placeholder={words.list.search(words.clients.things.all)}
      nothingFoundMessage={found.isFetching ? words.palette.asking : words.palette.none}
      // The server has already searched.
      filter={({ options: all }) => all}
      data={[...options].map(([id, title]) => ({ value: String(id), label: title }))}
      value={value === null ? null : String(value)}
      onChange={(id) => onChange(id === null ? null : Number(id))}
      searchValue={text}
      onSearchChange={setText}
    />
  )
}
