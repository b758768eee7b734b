/** Who changed what, when and from where, with the values before and after. */
import { Anchor, Button, TextInput } from '@mantine/core'
import { useMemo } from 'react'
import type { AuditEntry } from '../../api/generated.ts'
import { useListed, useOperation } from '../../api/queries.ts'
import { ClockIcon } from '../../shared/content/Icons.tsx'
import { Loaded } from '../../shared/feedback/Loaded.tsx'
import { formatExactTime } from '../../shared/format/times.ts'
import { to, useQueryValues } from '../../shared/router/router.ts'
import { words } from '../../shared/texts/console.ts'
import { history } from '../../shared/texts/console-history.ts'
import { actorTitle } from '../blocks/AuditRows.tsx'
import { ClientPicker } from '../blocks/ClientPicker.tsx'
import { SidePanel } from '../blocks/Dialog.tsx'
import { localText, secondsOf } from '../blocks/fields.tsx'
import { changesOf, namedIn, sentenceOf } from '../blocks/history.ts'
import { Empty, Facts, SmallTable } from '../blocks/layout.tsx'
import { Time } from '../blocks/values.tsx'
import { ListPage } from '../list/ListPage.tsx'
import { columnsOf } from '../list/ListRows.tsx'
import { loadAll } from '../list/load-all.ts'
import { type Filter, useListView } from '../list/view.ts'
import { useClientTitles } from '../units/use-client-titles.ts'
import classes from './Audit.module.css'
import { callName } from './person.ts'
import { TeamTabs } from './TeamTabs.tsx'

const { audit: texts } = words.team
const kinds: Readonly<Record<string, string>> = texts.kinds
const whoText = ({ actor: { kind, name, id } }: AuditEntry) => `${kinds[kind] ?? kind}: ${name ?? id}`
const optionsOf = (names: Readonly<Record<string, string>>) =>
  Object.entries(names).map(([value, label]) => ({ value, label }))

const columnsWith = (clients: ReadonlyMap<number, string>) =>
  columnsOf<AuditEntry>()(texts.columns, [
    {
      name: 'action',
      width: 'minmax(12rem, 2fr)',
      cell: sentenceOf,
      csv: ({ action }) => action,
    },
    {
      name: 'at',
      width: '10rem',
      cell: ({ at }) => <Time at={at} as="time" />,
      csv: ({ at }) => new Date(at * 1000).toISOString(),
    },
    { name: 'who', width: 'minmax(8rem, 1.3fr)', cell: ({ actor }) => actorTitle(actor), csv: whoText },
    {
      name: 'subject',
      width: 'minmax(6rem, 1fr)',
      onPhone: 'hidden',
      cell: (entry) => namedIn(entry) || subjectName(entry, clients),
      csv: ({ subject }) => subject,
    },
    {
      name: 'change',
      width: 'minmax(7rem, 1.3fr)',
      cell: (entry) => <Short entry={entry} />,
    },
    { name: 'address', csv: ({ address }) => address },
    { name: 'request', csv: ({ request_id }) => request_id },
    { name: 'before', csv: ({ before }) => before && JSON.stringify(before) },
    { name: 'after', csv: ({ after }) => after && JSON.stringify(after) },
  ])

/** A person who changed themselves, a client by its title, or else the id. */
const subjectName = ({ subject, actor }: AuditEntry, clients: ReadonlyMap<number, string>): string =>
  (subject === actor.id && actor.name) || clients.get(Number(subject)) || subject

/** Entries about clients, which may not contain the title. */
const clientsOf = (entries: readonly AuditEntry[]) =>
  entries.flatMap((entry) =>
    /^accounts\./.test(entry.action) && /^\d+$/.test(entry.subject) && !namedIn(entry)
      ? [{ account_id: Number(entry.subject) }]
      : [],
  )

/** One field in words, or how many. */
function Short({ entry }: { entry: AuditEntry }) {
  const changes = changesOf(entry.before, entry.after)
  const [only] = changes
  if (only && changes.length === 1)
    return (
      <span>
        {only.field}: {only.from === undefined ? '' : `${only.from} → `}
        {only.to}
      </span>
    )
  return <span>{changes.length === 0 ? texts.noChange : texts.fields(changes.length)}</span>
}

/** Filters with fields of their own: a client and two moments. */
function ownParams(query: URLSearchParams): Readonly<Record<string, number>> {
  const numbers = ['account_id', 'from', 'to'].map((name) => [name, Number(query.get(name))] as const)
  return Object.fromEntries(numbers.filter(([, value]) => Number.isSafeInteger(value) && value > 0))
}

export function AuditPage() {
  const [query, change] = useQueryValues()
  const people = useOperation('getStaff', {})
  const filters = useMemo<readonly Filter[]>(
    () => [
      {
        name: 'actor',
        label: texts.actor,
        options: [
          ...optionsOf(texts.kinds),
          ...(people.data ?? []).map((person) => ({ value: person.id, label: callName(person) })),
        ],
      },
      { name: 'action', label: texts.action, options: optionsOf(texts.features) },
    ],
    [people.data],
  )
  const view = useListView(filters, '-id')
  const own = ownParams(query)
  const params = { ...view.params, ...own }
  const list = useListed('getAudit', params)
  const about = useMemo(() => clientsOf(list.items), [list.items])
  const clients = useClientTitles(about)
  const columns = useMemo(() => columnsWith(clients), [clients])
  const chosen = query.get('entry')
  const isNarrowed = Object.keys(own).length > 0
  return (
    <>
      <ListPage
        title={words.team.title}
        tabs={<TeamTabs current="audit" />}
        things={texts.things}
        name="audit"
        view={view}
        list={list}
        columns={columns}
        idOf={({ id }) => id}
        nameOf={({ id, action }) => `${id} ${action}`}
        addressOf={({ id }) => to('/team/audit', {}, { ...Object.fromEntries(query), entry: id })}
        loadAll={(loaded) => loadAll('getAudit', params, loaded)}
        hasSearch={false}
        above={<OwnFilters own={own} change={change} />}
        empty={
          <Empty icon={<ClockIcon />} title={isNarrowed ? texts.noMatch : texts.emptyTitle}>
            {!isNarrowed && texts.empty}
          </Empty>
        }
      />
      <SidePanel
        title={chosen === null ? '' : texts.one(Number(chosen))}
        isOpen={chosen !== null}
        close={() => change({ entry: undefined })}
        isWide
      >
        {chosen !== null && <OneEntry id={chosen} />}
      </SidePanel>
    </>
  )
}

interface OwnFiltersProps {
  readonly own: Readonly<Record<string, number>>
  readonly change: ReturnType<typeof useQueryValues>[1]
}

const OwnFilters = ({ own, change }: OwnFiltersProps) => (
  <div className={classes.filters}>
    <ClientPicker
      label={texts.client}
      value={own.account_id ?? null}
      onChange={(id) => change({ account_id: id ?? undefined })}
    />
    <TextInput
      type="datetime-local"
      label={texts.from}
      value={localText(own.from ?? null)}
      onChange={({ currentTarget }) => change({ from: secondsOf(currentTarget.value) ?? undefined })}
    />
    <TextInput
      type="datetime-local"
      label={texts.to}
      value={localText(own.to ?? null)}
      onChange={({ currentTarget }) => change({ to: secondsOf(currentTarget.value) ?? undefined })}
    />
    {Object.keys(own).length > 0 && (
      <Button
        variant="subtle"
        className={classes.clear}
        onClick={() => change({ account_id: undefined, from: undefined, to: undefined })}
      >
        {texts.clear}
      </Button>
    )}
  </div>
)

function OneEntry({ id }: { id: string }) {
  const found = useOperation('getAudit', { ids: id })
  return (
    <Loaded query={found} height={240}>
      {([entry]) => (entry ? <Entry entry={entry} /> : <p>{texts.missing}</p>)}
    </Loaded>
  )
}

const isNothing = (text: string) => text === '' || text === history.none
const Nothing = () => <span className={classes.quiet}>{words.times.none}</span>

function Entry({ entry }: { entry: AuditEntry }) {
  const changes = changesOf(entry.before, entry.after)
  return (
    <div className={classes.entry}>
      <Facts
        facts={[
          [texts.columns.action, `${sentenceOf(entry)} (${entry.action})`],
          [texts.columns.at, formatExactTime(entry.at)],
          [texts.columns.who, whoText(entry)],
          [texts.columns.subject, entry.subject],
          [texts.columns.address, entry.address ?? words.times.none],
          [
            texts.columns.request,
            entry.request_id ? (
              <Anchor key="request" href={to('/developers/:tab', { tab: 'requests' }, { q: entry.request_id })}>
                {entry.request_id}
              </Anchor>
            ) : (
              words.times.none
            ),
          ],
        ]}
      />
      {changes.length === 0 ? (
        <p className={classes.quiet}>{texts.nothing}</p>
      ) : (
        <SmallTable label={texts.difference} head={texts.differenceHead}>
          {changes.map(({ field, from, to: after }) => (
            <tr key={field}>
              <td className={classes.field}>{field}</td>
              <td className={classes.value}>
                {from === undefined || isNothing(from) ? <Nothing /> : <del>{from}</del>}
              </td>
              <td className={classes.value}>{isNothing(after) ? <Nothing /> : <ins>{after}</ins>}</td>
            </tr>
          ))}
        </SmallTable>
      )}
    </div>
  )
}
