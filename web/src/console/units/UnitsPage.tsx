import { Button } from '@mantine/core'
import { useMemo, useRef } from 'react'
import { call } from '../../api/call.ts'
import type { OwnField, Unit } from '../../api/generated.ts'
import { useCount, useListed, useOperation } from '../../api/queries.ts'
import { MapIcon, PlusIcon, UnitsIcon, UploadIcon } from '../../shared/content/Icons.tsx'
import { to } from '../../shared/router/router.ts'
import { words } from '../../shared/texts/console.ts'
import { Empty } from '../blocks/layout.tsx'
import { Time } from '../blocks/values.tsx'
import { ListPage } from '../list/ListPage.tsx'
import { type Column, columnsOf } from '../list/ListRows.tsx'
import { loadAll } from '../list/load-all.ts'
import { useMay } from '../session.ts'
import { useBulkActions } from './bulk.tsx'
import { useUnitsView } from './filters.ts'
import { TermCell } from './terms/TermBadge.tsx'
import { loadTerms, type Terms, useTerms } from './terms/use-terms.ts'
import { UnitStateBadge } from './UnitState.tsx'
import { heardOf, protocolName, protocolTitle } from './unit.ts'
import { useClientTitles } from './use-client-titles.ts'
import { useModels } from './use-models.ts'
import { loadVehicles, type Vehicles } from './use-vehicles.ts'

const { units } = words
const noFields: readonly OwnField[] = []

/** For the export; the list has no space for it. */
const inExport = (name: string, title: string, csv: NonNullable<Column<Unit>['csv']>): Column<Unit> => ({
  ...{ name, title, width: '', isHidden: true, csv },
  cell: csv,
})

export function UnitsPage() {
  const may = useMay()
  const view = useUnitsView()
  const list = useListed('getUnits', view.params)
  const total = useCount('getUnitsCount', view.countParams, async () => {
    return (await call('getUnitsCount', view.countParams)).all
  })
  const clients = useClientTitles(list.items)
  const { titleOf } = useModels()
  const terms = useTerms(list.items)
  const exported = useRef<Terms>(new Map())
  const vehicles = useRef<Vehicles>(new Map())
  const fields = useOperation('getConsoleVehicleFields', undefined).data ?? noFields
  const columns = useMemo(
    () =>
      columnsOf<Unit>()(units.columns, [
        {
          name: 'name',
          width: 'minmax(7rem, 2fr)',
          sort: 'name',
          csv: (unit) => unit.name,
        },
        {
          name: 'state',
          width: '10.2rem',
          onPhone: 'badge',
          cell: (unit) => <UnitStateBadge unit={unit} />,
          csv: (unit) => units.states[heardOf(unit, Date.now() / 1000)],
        },
        {
          name: 'seen',
          width: '7.2rem',
          sort: 'last_active',
          cell: (unit) => <Time at={unit.last_active} none={units.never} />,
          csv: (unit) => (unit.last_active === null ? '' : new Date(unit.last_active * 1000).toISOString()),
        },
        {
          name: 'paid_until',
          title: units.terms.column,
          width: '9.5rem',
          // Most dealers sell no terms: then the column is hidden, but the export still has it.
          isHidden: terms.size === 0,
          cell: (unit) => <TermCell term={terms.get(unit.id)} />,
          csv: (unit) => (exported.current.get(unit.id) ?? terms.get(unit.id))?.paid_until ?? '',
        },
        {
          name: 'ident',
          width: '9.5rem',
          sort: 'ident',
          csv: (unit) => unit.ident,
        },
        {
          name: 'client',
          width: 'minmax(8rem, 1.4fr)',
          cell: (unit) => clients.get(unit.account_id) ?? '',
          csv: (unit) => clients.get(unit.account_id) ?? unit.account_id,
        },
        {
          name: 'model',
          width: 'minmax(7rem, 1fr)',
          sort: 'hw_id',
          csv: (unit) => titleOf(unit.hw_id),
        },
        {
          name: 'protocol',
          width: '5.2rem',
          onPhone: 'hidden',
          cell: (unit) => <span title={protocolTitle(unit.protocol_id)}>{protocolName(unit.protocol_id)}</span>,
          csv: (unit) => protocolTitle(unit.protocol_id),
        },
        ...(['description', 'id'] as const).map((name) => inExport(name, units.columns[name], (unit) => unit[name])),
        ...(['plate', 'make'] as const).map((name) =>
          inExport(name, units.columns[name], (unit) => vehicles.current.get(unit.id)?.[name]),
        ),
        ...fields.map(({ id, name }) =>
          inExport(
            id,
            name,
            (unit) => vehicles.current.get(unit.id)?.fields.find(({ field_id }) => field_id === id)?.value,
          ),
        ),
      ]),
    [clients, titleOf, terms, fields],
  )
  const { bulk, dialog } = useBulkActions()
  const create = may('units') && (
    <Button component="a" href={to('/units/new')} leftSection={<PlusIcon />}>
      {units.new}
    </Button>
  )
  return (
    <ListPage
      title={units.title}
      things={units.things}
      name="units"
      view={view}
      list={list}
      total={total}
      columns={columns}
      idOf={({ id }) => id}
      nameOf={({ name }) => name}
      addressOf={({ id }) => to('/units/:id', { id })}
      loadAll={async (loaded) => {
        const all = await loadAll('getUnits', view.params, loaded)
        exported.current = await loadTerms(all)
        vehicles.current = await loadVehicles(all)
        return all
      }}
      views={[
        { name: units.views.silent, query: 'state=silent&sort=last_active' },
        { name: units.views.never, query: 'state=never' },
        { name: units.views.latest, query: 'sort=-last_active' },
        { name: units.terms.views.due, query: 'term_state=due' },
        { name: units.terms.views.expired, query: 'term_state=expired' },
        { name: units.views.newest, query: 'sort=-created_at' },
      ]}
      actions={
        <>
          {may('positions') && (
            <Button
              component="a"
              href={to('/units/map', {}, Object.fromEntries(new URLSearchParams(view.query)))}
              variant="default"
              leftSection={<MapIcon />}
            >
              {units.map.show}
            </Button>
          )}
          <Button component="a" href={to('/units/fields')} variant="default">
            {units.fields.title}
          </Button>
          <Button component="a" href={to('/units/deleted')} variant="default">
            {units.bin.title}
          </Button>
          {may('units') && (
            <Button component="a" href={to('/units/import')} variant="default" leftSection={<UploadIcon />}>
              {units.import.title}
            </Button>
          )}
          {create}
        </>
      }
      bulk={bulk}
      above={dialog}
      empty={
        <Empty icon={<UnitsIcon />} title={units.empty.title} action={create}>
          {units.empty.text}
        </Empty>
      }
    />
  )
}
