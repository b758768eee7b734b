/** Charges to a client's card: every attempt, for one invoice or for all. */
import { Anchor, Button, Text } from '@mantine/core'
import type { CardCharge } from '../../api/generated.ts'
import { useChange, useOperation } from '../../api/queries.ts'
import { Loaded } from '../../shared/feedback/Loaded.tsx'
import { formatMoney } from '../../shared/format/money.ts'
import { formatDay } from '../../shared/format/times.ts'
import { Panel } from '../../shared/layout/Panel.tsx'
import { to } from '../../shared/router/router.ts'
import { words } from '../../shared/texts/console.ts'
import { Facts, SmallTable } from '../blocks/layout.tsx'
import { StateBadge, type Tone } from '../blocks/StateBadge.tsx'
import { toastResult } from '../blocks/toasts.tsx'
import { Time } from '../blocks/values.tsx'
import { useMay } from '../session.ts'
import classes from './invoices.module.css'

const texts = words.invoices.collection

const tones: Readonly<Record<CardCharge['status'], Tone>> = {
  ...{ open: 'waiting', paid: 'good', failed: 'bad', cancelled: 'quiet' },
}

function Charges({ charges }: { charges: readonly CardCharge[] }) {
  return (
    <SmallTable label={texts.charges} head={texts.head}>
      {charges.map((charge) => (
        <tr key={charge.id}>
          <td>
            <Time at={charge.created} as="time" />
          </td>
          <td>
            <Anchor href={to('/invoices/:id', { id: charge.invoice_id })}>{charge.number}</Anchor>
          </td>
          <td>•••• {charge.last4}</td>
          <td className={classes.number}>{formatMoney(charge.amount, charge.currency)}</td>
          <td>
            <StateBadge tone={tones[charge.status]}>{texts.chargeStates[charge.status]}</StateBadge>
            {charge.status === 'failed' && (
              <span className={classes.detail}>{charge.needs_holder ? texts.confirm : charge.failure}</span>
            )}
          </td>
        </tr>
      ))}
    </SmallTable>
  )
}

/** Hidden for an invoice that has nothing to do with cards. */
export function InvoiceCollectionPanel({ id }: { id: string }) {
  const { data: found } = useOperation('getConsoleClientInvoicesByIdCollection', { id })
  if (!found || (found.state === 'none' && found.charges.length === 0)) return null
  return (
    <Panel title={texts.title}>
      {found.state !== 'none' && (
        <Text mb="sm">
          {texts.states[found.state]}
          {found.next_at !== null && ` ${texts.plannedAt}: ${formatDay(found.next_at)}.`}
        </Text>
      )}
      {found.charges.length > 0 && <Charges charges={found.charges} />}
    </Panel>
  )
}

export function ClientCollectionPanel({ accountId }: { accountId: number }) {
  const may = useMay()
  const query = useOperation('getConsoleAccountsByIdCollection', { id: accountId })
  const save = useChange('putConsoleAccountsByIdCollection')
  const stop = (is_stopped: boolean) =>
    toastResult(
      save.mutateAsync({ params: { id: accountId }, body: { is_stopped } }),
      is_stopped ? texts.stopped : texts.started,
    )
  const isStopped = query.data?.is_stopped ?? false
  const isShown = isStopped || query.data?.is_offered
  return (
    <Panel
      title={texts.title}
      aside={
        may('bills') &&
        isShown && (
          <Button variant="default" size="xs" loading={save.isPending} onClick={() => void stop(!isStopped)}>
            {isStopped ? texts.start : texts.stop}
          </Button>
        )
      }
    >
      <Loaded query={query} height={60}>
        {({ card, agreed, next, is_stopped, charges }) => (
          <>
            {is_stopped && <p style={{ marginTop: 0 }}>{texts.isStopped}</p>}
            {card === null && agreed === null ? (
              <p style={{ margin: 0 }}>{texts.none}</p>
            ) : (
              <Facts
                facts={[
                  [
                    texts.facts.card,
                    card
                      ? texts.card(card.brand, card.last4, `${String(card.month).padStart(2, '0')}/${card.year}`)
                      : words.times.none,
                  ],
                  [texts.facts.agreed, <Time key="agreed" at={agreed} as="time" />],
                  [
                    texts.facts.next,
                    next
                      ? `${formatDay(next.at)}: ${texts.nextOf(formatMoney(next.amount, next.currency), next.number)}`
                      : words.times.none,
                  ],
                ]}
              />
            )}
            {charges.length > 0 && <Charges charges={charges} />}
          </>
        )}
      </Loaded>
    </Panel>
  )
}
