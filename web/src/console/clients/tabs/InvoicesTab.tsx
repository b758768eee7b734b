/** The client's invoices and prices: those of its plan, and agreements. */
import { Anchor, Button, Group } from '@mantine/core'
import { useOperation } from '../../../api/queries.ts'
import { Loaded } from '../../../shared/feedback/Loaded.tsx'
import { formatCalendarDay } from '../../../shared/format/times.ts'
import { Panel } from '../../../shared/layout/Panel.tsx'
import { to } from '../../../shared/router/router.ts'
import { words } from '../../../shared/texts/console.ts'
import { SmallTable } from '../../blocks/layout.tsx'
import { Money } from '../../blocks/values.tsx'
import { ClientCollectionPanel } from '../../invoices/Collection.tsx'
import { InvoiceBadge } from '../../invoices/InvoiceBadge.tsx'
import { AccountLinkButton } from '../../invoices/PaymentLinkButton.tsx'
import { ClientPrices } from '../../prices/ClientPrices.tsx'
import { ClientReminders } from '../../reminders/ClientReminders.tsx'
import { useMay } from '../../session.ts'
import type { ClientProps } from '../client.ts'

const { invoices } = words
const shownMax = 100

export function InvoicesTab({ account, plan }: ClientProps) {
  const may = useMay()
  const list = useOperation('getConsoleClientInvoices', { account_ids: String(account.id), limit: shownMax })
  const prices = useOperation(
    'getConsoleClientPlansByIdPrices',
    { id: plan?.id ?? '' },
    { isEnabled: plan !== undefined },
  )
  const { columns } = invoices
  return (
    <>
      <Panel
        title={invoices.title}
        aside={
          may('bills') && (
            <Group gap="xs">
              {list.data?.some(({ state, open_amount }) => state !== 'draft' && open_amount > 0) && (
                <AccountLinkButton id={account.id} />
              )}
              <Button
                component="a"
                href={to('/invoices/new', {}, { account_id: account.id })}
                variant="default"
                size="xs"
              >
                {invoices.new}
              </Button>
            </Group>
          )
        }
      >
        <Loaded query={list} height={60}>
          {(found) =>
            found.length === 0 ? (
              <p style={{ margin: 0 }}>{invoices.tab.none}</p>
            ) : (
              <SmallTable
                label={invoices.title}
                head={[columns.number, columns.state, columns.issued, columns.due, columns.total, columns.open]}
              >
                {found.map((invoice) => (
                  <tr key={invoice.id}>
                    <td>
                      <Anchor href={to('/invoices/:id', { id: invoice.id })}>
                        {invoice.number ?? invoices.draftName}
                      </Anchor>
                    </td>
                    <td>
                      <InvoiceBadge invoice={invoice} />
                    </td>
                    <td>{invoice.issued_on ? formatCalendarDay(invoice.issued_on) : words.times.none}</td>
                    <td>{invoice.due_on ? formatCalendarDay(invoice.due_on) : words.times.none}</td>
                    <td>
                      <Money amount={invoice.total} currency={invoice.currency} />
                    </td>
                    <td>
                      <Money amount={invoice.state === 'draft' ? 0 : invoice.open_amount} currency={invoice.currency} />
                    </td>
                  </tr>
                ))}
              </SmallTable>
            )
          }
        </Loaded>
      </Panel>
      <ClientCollectionPanel accountId={account.id} />
      <ClientReminders accountId={account.id} />
      <ClientPrices
        accountId={account.id}
        app={plan?.app_id}
        currency={prices.data?.find(({ standing }) => standing === 'current')?.currency ?? 'eur'}
      />
    </>
  )
}
