/** The client's debts and payments, day by day, and its credit. */
import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { AccountStatement } from '../../../api/generated.ts'
import { useChange, useOperation } from '../../../api/queries.ts'
import { DownloadIcon } from '../../../shared/content/Icons.tsx'
import { Loaded } from '../../../shared/feedback/Loaded.tsx'
import { csvText } from '../../../shared/files/csv.ts'
import { saveCsv } from '../../../shared/files/save-file.ts'
import { currencies, decimalsOf, formatMoney, minorOf, priceText } from '../../../shared/format/money.ts'
import { formatCalendarDay } from '../../../shared/format/times.ts'
import { FieldRow, Form, SelectField, TextField, useForm } from '../../../shared/forms/form.tsx'
import { Panel } from '../../../shared/layout/Panel.tsx'
import { words } from '../../../shared/texts/console.ts'
import { Dialog } from '../../blocks/Dialog.tsx'
import { Aside, SmallTable } from '../../blocks/layout.tsx'
import { toast, toastResult } from '../../blocks/toasts.tsx'
import { Money } from '../../blocks/values.tsx'
import classes from '../../invoices/invoices.module.css'
import { today } from '../../prices/price.ts'
import { useMay } from '../../session.ts'
import type { ClientProps } from '../client.ts'

const texts = words.statement
const { credit: _, ...ways } = words.invoices.one.ways

type Statement = AccountStatement['statements'][number]
type Movement = Statement['movements'][number]

export function StatementTab({ account: { id, title } }: ClientProps) {
  const may = useMay()
  const [days, setDays] = useState({ from_day: '', to_day: '' })
  const [dialog, setDialog] = useState<'deposit' | 'payout'>()
  const asked = { ...(days.from_day && { from_day: days.from_day }), ...(days.to_day && { to_day: days.to_day }) }
  const query = useOperation('getConsoleAccountsByIdStatement', { id, ...asked })
  const close = () => setDialog(undefined)
  const credit = (query.data?.standings ?? []).filter((one) => one.credit > 0)
  return (
    <Panel
      title={texts.title}
      aside={
        <Aside>
          {may('bills') && credit.length > 0 && (
            <Button variant="default" size="xs" onClick={() => setDialog('payout')}>
              {texts.payBack}
            </Button>
          )}
          {may('bills') && (
            <Button variant="default" size="xs" onClick={() => setDialog('deposit')}>
              {texts.add}
            </Button>
          )}
          {query.data && query.data.statements.length > 0 && (
            <Button
              variant="default"
              size="xs"
              leftSection={<DownloadIcon />}
              onClick={() => saveCsv(`statement-${id}-${today()}.csv`, csvOf(query.data.statements))}
            >
              {texts.csv}
            </Button>
          )}
        </Aside>
      }
    >
      <Loaded query={query} height={160}>
        {({ standings, statements }) => (
          <div style={{ display: 'grid', gap: '1rem' }}>
            {statements.length === 0 && standings.length === 0 ? (
              <p style={{ margin: 0 }}>{texts.none}</p>
            ) : (
              <>
                <Standings standings={standings} />
                <FieldRow>
                  {(['from_day', 'to_day'] as const).map((name) => (
                    <TextInput
                      key={name}
                      type="date"
                      label={name === 'from_day' ? texts.from : texts.to}
                      value={days[name]}
                      onChange={({ currentTarget }) => setDays({ ...days, [name]: currentTarget.value })}
                    />
                  ))}
                </FieldRow>
              </>
            )}
            {statements.map((statement) => (
              <Movements key={statement.currency} accountId={id} statement={statement} />
            ))}
          </div>
        )}
      </Loaded>
      <Dialog title={dialog === 'payout' ? texts.payBack : texts.add} isOpen={dialog !== undefined} close={close}>
        {dialog && <NewCredit accountId={id} kind={dialog} standings={credit} close={close} key={title} />}
      </Dialog>
    </Panel>
  )
}

/** Like the page, with plain numbers for a spreadsheet. */
const csvOf = (statements: readonly Statement[]): string =>
  csvText(
    texts.csvHead,
    statements.flatMap(({ currency, opening, movements }) => {
      const plain = (amount: number) => amount / 10 ** decimalsOf(currency)
      return [
        ...(opening === 0 ? [] : [['', texts.opening, '', '', '', currency.toUpperCase(), '', plain(opening)]]),
        ...movements.map(({ day, kind, number, way, comment, amount, balance }) => [
          ...[day, texts.kinds[kind], number ?? '', way ? words.invoices.one.ways[way] : '', comment ?? ''],
          ...[currency.toUpperCase(), plain(amount), plain(balance)],
        ]),
      ]
    }),
  )

function Standings({ standings }: { standings: AccountStatement['standings'] }) {
  if (standings.every(({ open, credit }) => open === 0 && credit === 0)) {
    return <p style={{ margin: 0 }}>{texts.balance.clear}</p>
  }
  return (
    <div className={classes.totals}>
      {standings.map(({ currency, ...sums }) => (
        <dl key={currency}>
          {(['open', 'overdue', 'credit'] as const).map((name) => (
            <div key={name} className={name === 'overdue' && sums.overdue > 0 ? classes.late : undefined}>
              <dt>{texts.balance[name]}</dt>
              <dd>
                <Money amount={sums[name]} currency={currency} />
              </dd>
            </div>
          ))}
        </dl>
      ))}
    </div>
  )
}

function Movements({ accountId, statement }: { accountId: number; statement: Statement }) {
  const { currency, opening, closing, movements } = statement
  const money = (amount: number) => formatMoney(amount, currency)
  return (
    <SmallTable label={`${texts.title} ${currency.toUpperCase()}`} head={texts.head}>
      {opening !== 0 && (
        <tr>
          <td />
          <td>{texts.opening}</td>
          <td />
          <td />
          <td className={classes.number}>{money(opening)}</td>
          <td />
        </tr>
      )}
      {movements.map((movement) => (
        <MovementRow key={movement.id} accountId={accountId} currency={currency} movement={movement} />
      ))}
      <tr>
        <td />
        <td>
          <strong>{movements.length === 0 ? texts.noneShown : texts.closing}</strong>
        </td>
        <td />
        <td />
        <td className={classes.number}>
          <strong>{money(closing)}</strong>
        </td>
        <td />
      </tr>
    </SmallTable>
  )
}

interface RowProps {
  readonly accountId: number
  readonly currency: string
  readonly movement: Movement
}

function MovementRow({ accountId, currency, movement }: RowProps) {
  const may = useMay()
  const remove = useChange('deleteConsoleAccountsByIdCreditByCreditId')
  const { id, day, kind, number, way, amount, balance, comment } = movement
  const undo = () => toastResult(remove.mutateAsync({ params: { id: accountId, credit_id: id } }), texts.undone)
  return (
    <tr>
      <td className={classes.number}>{formatCalendarDay(day)}</td>
      <td>
        {texts.what(texts.kinds[kind], number ?? '')}
        {way && <span className={classes.detail}>{words.invoices.one.ways[way]}</span>}
      </td>
      <td>{comment ?? ''}</td>
      <td className={classes.number}>{formatMoney(amount, currency)}</td>
      <td className={classes.number}>{formatMoney(balance, currency)}</td>
      <td>
        {may('bills') && (kind === 'deposit' || kind === 'payout') && (
          <Button variant="subtle" size="compact-xs" loading={remove.isPending} onClick={() => void undo()}>
            {texts.undo}
          </Button>
        )}
      </td>
    </tr>
  )
}

interface NewCreditProps {
  readonly accountId: number
  readonly kind: 'deposit' | 'payout'
  readonly standings: AccountStatement['standings']
  close(): void
}

function NewCredit({ accountId, kind, standings, close }: NewCreditProps) {
  const add = useChange('postConsoleAccountsByIdCredit')
  const [most] = kind === 'payout' ? standings : []
  const form = useForm({
    start: () => ({
      ...{ amount: most ? priceText(most.credit, most.currency) : '', currency: most?.currency ?? 'eur' },
      ...{ booked_on: today(), way: 'transfer', comment: '' },
    }),
    judge: ({ amount, currency }) => ({ amount: minorOf(amount, currency) ? undefined : words.invoices.create.price }),
    send: async ({ amount, currency, booked_on, way, comment }) => {
      await add.mutateAsync({
        params: { id: accountId },
        body: {
          ...{ kind, currency, booked_on, way: way as keyof typeof ways, comment: comment.trim() || null },
          amount: minorOf(amount, currency)!,
        },
      })
      close()
      toast(kind === 'deposit' ? texts.added : texts.paidBack)
    },
  })
  const choices = kind === 'payout' ? standings.map(({ currency }) => currency) : currencies
  return (
    <Form form={form} act={kind === 'deposit' ? texts.add : texts.payBack} cancel={close}>
      <p style={{ margin: 0 }}>{most ? texts.payBackText(formatMoney(most.credit, most.currency)) : texts.addText}</p>
      <FieldRow>
        <TextField form={form} name="amount" label={texts.amount} inputMode="decimal" isRequired isFirst />
        <SelectField
          form={form}
          name="currency"
          label={texts.currency}
          options={choices.map((value) => ({ value, label: value.toUpperCase() }))}
        />
      </FieldRow>
      <FieldRow>
        <TextField form={form} name="booked_on" type="date" label={texts.bookedOn} isRequired />
        <SelectField
          form={form}
          name="way"
          label={texts.way}
          options={Object.entries(ways).map(([value, label]) => ({ value, label }))}
        />
      </FieldRow>
      <TextField form={form} name="comment" label={texts.comment} maxLength={500} />
    </Form>
  )
}
