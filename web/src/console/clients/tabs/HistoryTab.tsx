/** All that was done to this client, by whom, from the audit log. */
import { Button } from '@mantine/core'
import type { AuditEntry } from '../../../api/generated.ts'
import { useListed } from '../../../api/queries.ts'
import { Failure } from '../../../shared/Notice.tsx'
import { Panel } from '../../../shared/Panel.tsx'
import { words } from '../../../shared/texts/console.ts'
import { SmallTable } from '../../blocks/layout.tsx'
import { Time } from '../../blocks/values.tsx'
import type { ClientProps } from '../ClientPage.tsx'
import { changesOf } from '../history.ts'

const { history: texts } = words.clients
const actors: Readonly<Record<string, string>> = texts.actors

export function HistoryTab({ account }: ClientProps) {
  const list = useListed('getAudit', { account_id: account.id, sort: '-id' })
  return (
    <Panel title={words.clients.tabs.history}>
      {list.error !== null && <Failure error={list.error} retry={list.reload} />}
      {!list.isLoading && list.items.length === 0 && !list.error && <p style={{ margin: 0 }}>{texts.none}</p>}
      {list.items.length > 0 && (
        <SmallTable label={words.clients.tabs.history} head={[texts.at, texts.who, texts.what, texts.change]}>
          {list.items.map((entry) => (
            <Row key={entry.id} entry={entry} />
          ))}
        </SmallTable>
      )}
      {list.hasMore && (
        <Button variant="subtle" size="xs" loading={list.isLoadingMore} onClick={list.more}>
          {texts.more}
        </Button>
      )}
    </Panel>
  )
}

const Row = ({ entry }: { entry: AuditEntry }) => (
  <tr>
    <td>
      <Time at={entry.at} as="time" />
    </td>
    <td>
      {actors[entry.actor.kind] ?? entry.actor.kind}: {entry.actor.name ?? entry.actor.id}
    </td>
    <td>{entry.action}</td>
    <td>
      {changesOf(entry.before, entry.after).map(({ field, from, to }) => (
        <div key={field}>
          {field}: {from === undefined ? '' : `${from} → `}
          {to}
        </div>
      ))}
    </td>
  </tr>
)
