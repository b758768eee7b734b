/** The terms of units, and renewing them. Shown once a unit has a term. */
import { Button, NativeSelect, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { call } from '../../api/call.ts'
import { change, useOperation } from '../../api/queries.ts'
import { Failure } from '../../shared/feedback/Notice.tsx'
import { State, type Tone } from '../../shared/feedback/State.tsx'
import { formatMoney } from '../../shared/format/money.ts'
import { formatAgo, formatCalendarDay } from '../../shared/format/times.ts'
import classes from '../../shared/forms/Setting.module.css'
import { texts } from '../../shared/texts/texts.ts'
import type { UnitTerm } from '../types.ts'
import { ListPanel } from './ListPanel.tsx'

const words = texts.account.terms
const tones: Readonly<Record<UnitTerm['state'], Tone>> = { active: 'good', due: 'warning', expired: 'warning' }
const lengths = [1, 3, 6, 12, 24]
const usualMonths = 12

export function TermsPanel({ mayPay }: { mayPay: boolean }) {
  const terms = useOperation('getClientUnitTerms', undefined)
  const [chosen, setChosen] = useState<readonly number[]>()
  if (!terms.data || terms.data.length === 0) return null
  const open = terms.data
    .filter(({ can_renew, state }) => can_renew && state !== 'active')
    .map(({ unit_id }) => unit_id)
  return (
    <ListPanel
      title={words.title}
      none=""
      query={terms}
      aside={
        mayPay &&
        open.length > 1 && (
          <Button size="xs" onClick={() => setChosen(open)}>
            {words.renewMany(open.length)}
          </Button>
        )
      }
      row={(term) => (
        <TermRow
          key={term.unit_id}
          term={term}
          {...(mayPay && term.can_renew && { onRenew: () => setChosen([term.unit_id]) })}
        >
          {chosen?.[0] === term.unit_id && <Renewal units={chosen} close={() => setChosen(undefined)} />}
        </TermRow>
      )}
    />
  )
}

interface TermRowProps {
  readonly term: UnitTerm
  onRenew?(): void
  readonly children: ReactNode
}

function TermRow({ term: { name, paid_until, state, last_active, invoice_id }, onRenew, children }: TermRowProps) {
  return (
    <li className={classes.row}>
      <div className={classes.words}>
        <Text fw={550}>{name}</Text>
        <Text size="sm" c="dimmed">
          {words.paidUntil(formatCalendarDay(paid_until))}
          {last_active !== null && ` · ${words.lastMessage(formatAgo(last_active))}`}
          {invoice_id !== null && ` · ${words.waiting}`}
        </Text>
        {children}
      </div>
      <State tone={tones[state]}>{words.states[state]}</State>
      {onRenew && (
        <Button size="xs" variant="default" onClick={onRenew} aria-label={words.renewOne(name)}>
          {words.renew}
        </Button>
      )}
    </li>
  )
}

/** The price first; then the invoice, and straight to its payment page. */
function Renewal({ units, close }: { units: readonly number[]; close(): void }) {
  const [months, setMonths] = useState(usualMonths)
  const body = { unit_ids: units, months }
  const preview = useQuery({
    queryKey: ['postClientUnitTermsRenewals', body],
    queryFn: ({ signal }) => call('postClientUnitTermsRenewals', undefined, { ...body, dry_run: true }, signal),
    retry: false,
  })
  const renewing = useMutation({
    mutationFn: async () => {
      const { invoices } = await change('postClientUnitTermsRenewals', undefined, body)
      const invoice_id = invoices[0]?.id
      if (!invoice_id) return close()
      const { url } = await change('postClientCollectionPaymentLink', undefined, { invoice_id })
      window.location.assign(url)
    },
  })
  const price = preview.data?.invoices[0]
  return (
    <div className={classes.words}>
      <NativeSelect
        label={words.months}
        data={lengths.map((count) => ({ value: String(count), label: words.forMonths(count) }))}
        value={String(months)}
        onChange={({ currentTarget }) => setMonths(Number(currentTarget.value))}
      />
      {preview.data?.units.map((unit) => (
        <Text key={unit.unit_id} size="sm">
          {unit.name}: {words.until(formatCalendarDay(unit.paid_until))}
        </Text>
      ))}
      <Failure error={preview.error ?? renewing.error} />
      <Button.Group>
        <Button size="xs" variant="default" onClick={close}>
          {texts.shared.cancel}
        </Button>
        <Button size="xs" disabled={!price} loading={renewing.isPending} onClick={() => renewing.mutate()}>
          {price ? words.pay(formatMoney(price.total, price.currency)) : words.renew}
        </Button>
      </Button.Group>
    </div>
  )
}
