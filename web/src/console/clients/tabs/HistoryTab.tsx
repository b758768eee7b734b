/** All changes of this client and who made them, from the audit log. */
import { Button } from '@mantine/core'
import { useListed } from '../../../api/queries.ts'
import { Failure } from '../../../shared/feedback/Notice.tsx'
import { Panel } from '../../../shared/layout/Panel.tsx'
import { words } from '../../../shared/texts/console.ts'
import { AuditRow, auditHead } from '../../blocks/AuditRows.tsx'
import { SmallTable } from '../../blocks/layout.tsx'
import type { ClientProps } from '../client.ts'

const { history: texts } = words.clients

export function HistoryTab({ account }: ClientProps) {
  const list = useListed('getAudit', { account_id: account.id, sort: '-id' })
  return (
    <Panel title={words.clients.tabs.history}>
      {list.error !== null && <Failure error={list.error} retry={list.reload} />}
      {!list.isLoading && list.items.length === 0 && !list.error && <p style={{ margin: 0 }}>{texts.none}</p>}
      {list.items.length > 0 && (
        <SmallTable label={words.clients.tabs.history} head={auditHead}>
          {list.items.map((entry) => (
            <AuditRow key={entry.id} entry={entry} />
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
