import { useOperation } from '../../../api/queries.ts'
import { LinkIcon } from '../../../shared/content/Icons.tsx'
import { Loaded } from '../../../shared/feedback/Loaded.tsx'
import { formatExactTime } from '../../../shared/format/times.ts'
import { Panel } from '../../../shared/layout/Panel.tsx'
import { words } from '../../../shared/texts/console.ts'
import { Empty, SmallTable } from '../../blocks/layout.tsx'
import { StateBadge, type Tone } from '../../blocks/StateBadge.tsx'
import { lengthText } from '../length.ts'
import type { UnitProps } from '../unit.ts'
import { titleOfProtocol } from '../unit.ts'
import classes from '../units.module.css'

const { connections } = words.units
const tones: Readonly<Record<string, Tone>> = { login: 'good', refused: 'warning', closed: 'quiet' }

export function ConnectionsTab({ unit }: UnitProps) {
  const query = useOperation('getUnitsByIdConnections', { id: unit.id }, { everyMilliseconds: 10_000 })
  return (
    <Panel title={connections.title}>
      <p className={classes.intro}>{connections.hint}</p>
      <Loaded query={query} height={240}>
        {(list) =>
          list.length === 0 ? (
            <Empty icon={<LinkIcon />} title={connections.none}>
              {connections.noneText}
            </Empty>
          ) : (
            <SmallTable
              label={connections.title}
              head={[
                connections.time,
                connections.event,
                connections.peer,
                connections.protocol,
                connections.lasted,
                connections.reason,
              ]}
            >
              {list.map((one) => (
                <tr key={`${one.at} ${one.event} ${one.peer}`}>
                  <td>
                    <time dateTime={new Date(one.at * 1000).toISOString()}>{formatExactTime(one.at)}</time>
                  </td>
                  <td>
                    <StateBadge tone={tones[one.event] ?? 'quiet'}>
                      {connections.events[one.event] ?? one.event}
                    </StateBadge>
                  </td>
                  <td className={classes.mono}>{one.peer}</td>
                  <td>
                    {titleOfProtocol(one.protocol)}
                    {one.tls && `, ${connections.encrypted}`}
                  </td>
                  <td>
                    {one.event === 'closed' && one.connected_at !== null
                      ? lengthText(one.at - one.connected_at)
                      : words.times.none}
                  </td>
                  <td>{one.reason ?? words.times.none}</td>
                </tr>
              ))}
            </SmallTable>
          )
        }
      </Loaded>
    </Panel>
  )
}
