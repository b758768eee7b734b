/** Filters for units, for the list and the map alike. */
import { useMemo } from 'react'
import { applicationTitle } from '../../shared/applications.ts'
import { useQueryValues } from '../../shared/router/router.ts'
import { words } from '../../shared/texts/console.ts'
import { appsOf } from '../clients/applications.ts'
import { type Filter, type ListView, useListView } from '../list/view.ts'
import { useDealer } from '../session.ts'
import { useClientTitles } from './use-client-titles.ts'

const { filters } = words.units

export function useUnitsView(): ListView {
  const { dialect } = useDealer()
  const [query] = useQueryValues()
  const clients = query.get('account_ids') ?? ''
  const asked = useMemo(
    () => (/^\d+(,\d+)*$/.test(clients) ? clients.split(',').map((id) => ({ account_id: Number(id) })) : []),
    [clients],
  )
  const titles = useClientTitles(asked)
  const all = useMemo<readonly Filter[]>(
    () => [
      {
        name: 'state',
        label: filters.state,
        options: Object.entries(filters.states).map(([value, label]) => ({ value, label })),
      },
      {
        name: 'term_state',
        label: words.units.terms.filter,
        options: [
          ...Object.entries(words.units.terms.states).map(([value, label]) => ({ value, label })),
          { value: 'none', label: words.units.terms.none },
        ],
      },
      {
        name: 'app_id',
        label: filters.application,
        options: appsOf(dialect).map(({ id }) => ({ value: id, label: applicationTitle(id) })),
      },
      {
        name: 'ack_active',
        label: filters.active,
        options: [
          { value: 'true', label: filters.activeYes },
          { value: 'false', label: filters.activeNo },
        ],
      },
      {
        name: 'account_ids',
        label: filters.client,
        // Only set by links, such as the one on a client's page.
        options: asked.length > 0 ? [{ value: clients, label: label(asked, titles) }] : [],
      },
    ],
    [dialect, asked, clients, titles],
  )
  return useListView(all, 'name')
}

const label = (asked: readonly { account_id: number }[], titles: ReadonlyMap<number, string>) =>
  asked.map(({ account_id: id }) => titles.get(id) ?? String(id)).join(', ')
