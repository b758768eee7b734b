/** Renewing one or many units: for how long, how it is paid, and a preview before anything is saved. */
import { NativeSelect, Radio, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { call } from '../../../api/call.ts'
import type { RenewedUnits } from '../../../api/generated.ts'
import { change } from '../../../api/queries.ts'
import { Failure } from '../../../shared/feedback/Notice.tsx'
import { formatMoney } from '../../../shared/format/money.ts'
import { formatCalendarDay } from '../../../shared/format/times.ts'
import { FieldRow, Form, useForm } from '../../../shared/forms/form.tsx'
import { words } from '../../../shared/texts/console.ts'
import { Dialog } from '../../blocks/Dialog.tsx'
import { Facts, SmallTable } from '../../blocks/layout.tsx'
import { toast } from '../../blocks/toasts.tsx'
import { hasTracker } from '../unit.ts'
import classes from '../units.module.css'

const { renew: texts } = words.units.terms
const unitsMax = 1000
const shownMax = 5
const lengths = [1, 2, 3, 6, 12, 24, 36]
const byDay = 'day'

export interface Renewable {
  readonly id: number
  readonly name: string
  readonly type?: string | null
}

interface Asked {
  readonly units: readonly Renewable[]
  answer(isDone: boolean): void
}

/** `renew` returns whether it was done. */
export function useRenewing(): { renew(units: readonly Renewable[]): Promise<boolean>; readonly dialog: ReactNode } {
  const [asked, setAsked] = useState<Asked>()
  const renew = (all: readonly Renewable[]) => {
    const units = all.filter((unit) => hasTracker({ type: unit.type ?? null }))
    if (units.length === 0 || units.length > unitsMax) {
      toast(units.length === 0 ? texts.noneFit : texts.tooMany(unitsMax), { tone: 'quiet' })
      return Promise.resolve(false)
    }
    return new Promise<boolean>((resolve) =>
      setAsked({
        units,
        answer: (isDone) => {
          setAsked(undefined)
          resolve(isDone)
        },
      }),
    )
  }
  const dialog = (
    <Dialog
      title={texts.title(asked?.units.length ?? 1)}
      isOpen={asked !== undefined}
      close={() => asked?.answer(false)}
      isWide
    >
      {asked && <RenewForm {...asked} />}
    </Dialog>
  )
  return { renew, dialog }
}

type Choice = keyof typeof texts.invoices

function RenewForm({ units, answer }: Asked) {
  const unit_ids = units.map(({ id }) => id)
  const form = useForm({
    start: { length: '12', paid_until: '', invoice: 'open' as Choice },
    judge: ({ length, paid_until }) => ({
      paid_until: length === byDay && paid_until === '' ? words.form.missing : undefined,
    }),
    send: async (values) => {
      const { units: renewed, invoices } = await change('postConsoleUnitTermsRenewals', undefined, bodyOf(values))
      answer(true)
      toast(invoices.length > 0 ? texts.invoiced(invoices.length) : texts.done(renewed.length))
    },
  })
  const bodyOf = ({ length, paid_until, invoice }: typeof form.values) => ({
    unit_ids,
    months: length === byDay ? null : Number(length),
    paid_until: length === byDay ? paid_until : null,
    invoice,
  })
  const { length, paid_until } = form.values
  const preview = useQuery({
    queryKey: ['postConsoleUnitTermsRenewals', form.values, unit_ids],
    queryFn: ({ signal }) =>
      call('postConsoleUnitTermsRenewals', undefined, { ...bodyOf(form.values), dry_run: true }, signal),
    enabled: length !== byDay || paid_until !== '',
    retry: false,
  })
  return (
    <Form form={form} act={texts.title(units.length)} cancel={() => answer(false)}>
      <FieldRow>
        <NativeSelect
          label={texts.for}
          data={[
            ...lengths.map((count) => ({ value: String(count), label: texts.forMonths(count) })),
            { value: byDay, label: texts.forDay },
          ]}
          value={length}
          onChange={({ currentTarget }) => form.set('length', currentTarget.value)}
        />
        {length === byDay && (
          <TextInput
            label={texts.until}
            type="date"
            error={form.faultOf('paid_until')}
            value={paid_until}
            onChange={({ currentTarget }) => form.set('paid_until', currentTarget.value)}
          />
        )}
      </FieldRow>
      <Radio.Group
        label={texts.how}
        value={form.values.invoice}
        onChange={(value) => form.set('invoice', value as Choice)}
      >
        <div className={classes.choices}>
          {(Object.keys(texts.invoices) as Choice[]).map((value) => (
            <Radio key={value} value={value} label={texts.invoices[value]} />
          ))}
        </div>
      </Radio.Group>
      {/* A refusal of the action itself is shown below. */}
      {!form.error && <Failure error={preview.error} />}
      {preview.data && <Preview renewed={preview.data} />}
    </Form>
  )
}

function Preview({ renewed: { units, invoices } }: { renewed: RenewedUnits }) {
  const day = (text: string | null) => (text === null ? texts.noTerm : formatCalendarDay(text))
  const sums = Map.groupBy(invoices, ({ currency }) => currency)
  return (
    <>
      <SmallTable label={texts.title(units.length)} head={texts.head}>
        {units.slice(0, shownMax).map((unit) => (
          <tr key={unit.unit_id}>
            <td>{unit.name}</td>
            <td>{day(unit.previous_paid_until)}</td>
            <td>{day(unit.paid_until)}</td>
          </tr>
        ))}
      </SmallTable>
      {units.length > shownMax && <p className={classes.line}>{texts.more(units.length - shownMax)}</p>}
      {invoices.length === 0 && <p className={classes.line}>{texts.free}</p>}
      {[...sums].map(([currency, own]) => {
        const sum = (of: 'net_total' | 'tax_total' | 'total') =>
          formatMoney(
            own.reduce((all, one) => all + one[of], 0),
            currency,
          )
        return (
          <Facts
            key={currency}
            facts={[
              [texts.net, sum('net_total')],
              [texts.tax, sum('tax_total')],
              [texts.total, <strong key="total">{sum('total')}</strong>],
            ]}
          />
        )
      })}
      {invoices.length > 1 && <p className={classes.quiet}>{texts.clients(invoices.length)}</p>}
    </>
  )
}
