/** Who did what in the account, newest first. */
import { Anchor, Button, Text } from '@mantine/core'
import { useState } from 'react'
import { useOperation } from '../../api/queries.ts'
import { Loaded } from '../../shared/feedback/Loaded.tsx'
import { formatTime } from '../../shared/format/times.ts'
import { Panel } from '../../shared/layout/Panel.tsx'
import { history } from '../../shared/texts/console-history.ts'
import { texts } from '../../shared/texts/texts.ts'
import { ClientPage } from '../frame/ClientPage.tsx'
import type { ActivityEntry } from '../types.ts'
import type { Fleet } from '../units/queries/use-fleet.ts'
import classes from './PeopleView.module.css'

const words = texts.people.activity
const features: Readonly<Record<string, string>> = words.features
const verbs: Readonly<Record<string, string>> = words.verbs
const firstSize = 50

function titleOf(action: string): string {
  const [feature = '', verb = ''] = action.split('.')
  return history.action(
    features[feature] ?? history.features[feature] ?? feature,
    verbs[verb] ?? history.verbs[action] ?? history.verbs[verb] ?? verb.replaceAll('-', ' '),
  )
}

interface ActivityViewProps {
  readonly fleet: Fleet
  readonly modules: readonly string[]
}

export function ActivityView({ fleet, modules }: ActivityViewProps) {
  const [size, setSize] = useState(firstSize)
  const drivers = useOperation('getClientDrivers', undefined, { isEnabled: modules.includes('timeline') }).data ?? []
  // What was changed about a unit or a driver, such as a logbook or a key, is recorded by its id.
  const names = new Map<string, string>(
    [...(fleet.units.data ?? []), ...drivers].map(({ id, name }) => [String(id), name]),
  )
  const query = useOperation('getClientAudit', { sort: '-id', limit: size })
  return (
    <ClientPage title={words.title} aside={<Anchor href="#/people">{words.back}</Anchor>}>
      <Text c="dimmed">{words.explain}</Text>
      <Loaded query={query}>
        {(entries) =>
          entries.length === 0 ? (
            <Text c="dimmed">{words.none}</Text>
          ) : (
            <>
              <Panel>
                <ul className={classes.rows} aria-label={words.title}>
                  {entries.map((entry) => (
                    <EntryRow key={entry.id} entry={entry} named={names.get(entry.subject)} />
                  ))}
                </ul>
              </Panel>
              {entries.length === size && size < 1000 && (
                <Button variant="default" onClick={() => setSize(Math.min(1000, size * 4))}>
                  {words.more}
                </Button>
              )}
            </>
          )
        }
      </Loaded>
    </ClientPage>
  )
}

const EntryRow = ({ entry, named }: { entry: ActivityEntry; named: string | undefined }) => (
  <li className={classes.row}>
    <div className={classes.words}>
      <Text fw={550}>{titleOf(entry.action)}</Text>
      <Text size="sm" c="dimmed">
        {[...new Set([entry.subject_name ?? named, entry.actor.name ?? words.actors[entry.actor.kind]])]
          .filter(Boolean)
          .join(' · ')}
      </Text>
    </div>
    <Text size="sm" c="dimmed">
      {formatTime(entry.at)}
    </Text>
  </li>
)
