/** How long a unit is paid, the consequences, and every renewal. */
import { Anchor, Button } from '@mantine/core'
import type { UnitTermWithRenewals } from '../../../api/generated.ts'
import { change, useOperation } from '../../../api/queries.ts'
import { ClockIcon } from '../../../shared/content/Icons.tsx'
import { Loaded } from '../../../shared/feedback/Loaded.tsx'
import { formatCalendarDay } from '../../../shared/format/times.ts'
import { Form, TextField, useForm } from '../../../shared/forms/form.tsx'
import { Panel } from '../../../shared/layout/Panel.tsx'
import { to } from '../../../shared/router/router.ts'
import { words } from '../../../shared/texts/console.ts'
import { Columns, Empty, Facts, SmallTable } from '../../blocks/layout.tsx'
import { toast, toastFailure } from '../../blocks/toasts.tsx'
import { Time } from '../../blocks/values.tsx'
import { useMay } from '../../session.ts'
import type { UnitProps } from '../unit.ts'
import classes from '../units.module.css'
import { useRenewing } from './RenewUnits.tsx'
import { TermBadge } from './TermBadge.tsx'

const { tab: texts, renew: renewing } = words.units.terms

export function TermTab({ unit }: UnitProps) {
  const found = useOperation('getConsoleUnitTerms', { ids: String(unit.id) })
  return (
    <Loaded query={found} height={240}>
      {([term]) => (term ? <Known key={term.paid_until} unit={unit} /> : <None unit={unit} />)}
    </Loaded>
  )
}

function RenewButton({ unit, isPlain }: UnitProps & { isPlain?: boolean }) {
  const { renew, dialog } = useRenewing()
  return (
    <>
      <Button variant={isPlain ? 'default' : 'filled'} size={isPlain ? 'xs' : 'sm'} onClick={() => void renew([unit])}>
        {renewing.act}
      </Button>
      {dialog}
    </>
  )
}

function None({ unit }: UnitProps) {
  const may = useMay()('bills')
  return (
    <>
      <Empty icon={<ClockIcon />} title={texts.noneTitle} action={may && <RenewButton unit={unit} />}>
        {texts.noneText}
      </Empty>
      {may && <SetDay unit={unit} paidUntil={null} />}
    </>
  )
}

function Known({ unit }: UnitProps) {
  const may = useMay()('bills')
  const term = useOperation('getConsoleUnitTermsById', { id: unit.id })
  return (
    <Loaded query={term} height={240}>
      {(known) => (
        <>
          <Columns>
            <Panel title={texts.title} aside={may && known.invoice_id === null && <RenewButton unit={unit} isPlain />}>
              <div className={classes.stack}>
                <Facts
                  facts={[
                    [texts.paidUntil, formatCalendarDay(known.paid_until)],
                    [texts.state, <TermBadge key="state" term={known} />],
                    [texts.due, <Time key="due" at={known.due_at} as="deadline" />],
                    [texts.ends, <Time key="ends" at={known.expires_at} as="deadline" />],
                    [texts.seen, <Time key="seen" at={known.last_active} none={words.units.never} />],
                    ...(known.invoice_id
                      ? ([
                          [
                            texts.waiting,
                            <InvoiceLink key="waiting" id={known.invoice_id} number={known.invoice_number} />,
                          ],
                        ] as const)
                      : []),
                  ]}
                />
                <p className={classes.line}>{texts.explain[known.state]}</p>
              </div>
            </Panel>
            {may && <SetDay unit={unit} paidUntil={known.paid_until} />}
          </Columns>
          <History term={known} />
        </>
      )}
    </Loaded>
  )
}

const InvoiceLink = ({ id, number }: { id: string; number: string | null }) => (
  <Anchor href={to('/invoices/:id', { id })}>{texts.invoice(number)}</Anchor>
)

function SetDay({ unit, paidUntil }: UnitProps & { paidUntil: string | null }) {
  const save = async (paid_until: string | null) => {
    await change('putConsoleUnitTerms', undefined, { terms: [{ unit_id: unit.id, paid_until }] })
    toast(paid_until === null ? texts.removed : texts.saved)
  }
  const form = useForm({
    start: { paid_until: paidUntil ?? '' },
    judge: ({ paid_until }) => ({ paid_until: paid_until === '' ? words.form.missing : undefined }),
    serverNames: { paid_until: 'terms.0.paid_until' },
    send: ({ paid_until }) => save(paid_until),
  })
  return (
    <Panel title={texts.set}>
      <div className={classes.stack}>
        <Form form={form}>
          <TextField form={form} name="paid_until" label={texts.paidUntil} hint={texts.setHint} type="date" />
        </Form>
        {paidUntil !== null && (
          <div>
            <Button variant="default" size="xs" onClick={() => void save(null).catch(toastFailure)}>
              {texts.remove}
            </Button>
          </div>
        )}
      </div>
    </Panel>
  )
}

function History({ term: { renewals } }: { term: UnitTermWithRenewals }) {
  const day = (text: string | null) => (text === null ? words.times.none : formatCalendarDay(text))
  return (
    <Panel title={texts.history}>
      {renewals.length === 0 ? (
        <p className={classes.line}>{texts.noHistory}</p>
      ) : (
        <SmallTable label={texts.history} head={texts.head}>
          {renewals.map(({ id, created_at, applied_at, months, until, paid_from, paid_until, invoice_id }) => (
            <tr key={id}>
              <td>
                <Time at={created_at} as="day" />
              </td>
              <td>{until === null ? texts.months(months ?? 0) : texts.until(formatCalendarDay(until))}</td>
              <td>{applied_at === null ? texts.waits : day(paid_from)}</td>
              <td>{day(paid_until)}</td>
              <td>
                {invoice_id ? (
                  <Anchor href={to('/invoices/:id', { id: invoice_id })}>{texts.open}</Anchor>
                ) : (
                  words.times.none
                )}
              </td>
            </tr>
          ))}
        </SmallTable>
      )}
    </Panel>
  )
}
