/**
 * A file from the bank: its contents, the meaning of its columns, and what is new. Nothing is saved before the button
 * is clicked.
 */
import { Button, MultiSelect, NativeSelect } from '@mantine/core'
import { useRef, useState } from 'react'
import { type BodyOf, call } from '../../api/call.ts'
import type { ImportedBankStatement } from '../../api/generated.ts'
import { queryClient } from '../../api/queries.ts'
import { sentenceOf } from '../../shared/api.ts'
import { Notice } from '../../shared/feedback/Notice.tsx'
import { currencies, formatMoney } from '../../shared/format/money.ts'
import { formatCalendarDay } from '../../shared/format/times.ts'
import { Panel } from '../../shared/layout/Panel.tsx'
import { go, to } from '../../shared/router/router.ts'
import { words } from '../../shared/texts/console.ts'
import { PageBody, PageHead, SmallTable } from '../blocks/layout.tsx'
import { toast } from '../blocks/toasts.tsx'
import { useMay } from '../session.ts'
import { DropFile } from '../units/import/DropFile.tsx'
import { decodeText } from '../units/import/decode.ts'
import drops from '../units/import/import.module.css'
import classes from './bank.module.css'

const { bank } = words
const { add: texts } = bank
const lastCurrency = 'waymark.bank.currency'
const bytesMax = 4 * 1024 * 1024

type Read = ImportedBankStatement
type BankColumns = NonNullable<Read['table']>['columns']
/** The server can guess the format of days and amounts. */
type SaidColumns = NonNullable<BodyOf<'postConsoleBankStatements'>['columns']>

interface BankFile {
  readonly name: string
  readonly content: string
}

export function NewStatementPage() {
  const may = useMay()
  const [file, setFile] = useState<BankFile>()
  const [read, setRead] = useState<Read>()
  const [currency, setCurrency] = useState(() => localStorage.getItem(lastCurrency) ?? 'eur')
  const [fault, setFault] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)

  const ask = async (one: BankFile, inCurrency: string, columns: SaidColumns | null, dry_run: boolean) => {
    setIsBusy(true)
    setFault(undefined)
    try {
      return await call('postConsoleBankStatements', undefined, { ...one, currency: inCurrency, columns, dry_run })
    } catch (error) {
      setFault(sentenceOf(error))
      return undefined
    } finally {
      setIsBusy(false)
    }
  }
  const lastLook = useRef(0)
  const look = async (one: BankFile, inCurrency: string, columns: SaidColumns | null) => {
    const own = ++lastLook.current
    const found = await ask(one, inCurrency, columns, true)
    // The answer to an earlier choice may arrive later.
    if (found && own === lastLook.current) setRead(found)
  }
  const take = async (chosen: File | null | undefined) => {
    if (!chosen) return
    setRead(undefined)
    if (chosen.size > bytesMax) return setFault(texts.tooLarge)
    const content = decodeText(new Uint8Array(await chosen.arrayBuffer()))
    if (content.includes('\0')) return setFault(texts.unreadable)
    const one = { name: chosen.name.slice(0, 200), content }
    setFile(one)
    await look(one, currency, null)
  }
  const change = (columns: BankColumns, inCurrency = currency) => {
    const before = read?.table?.columns
    // Shown at once, although the answer may refuse it.
    if (read?.table) setRead({ ...read, table: { ...read.table, columns } })
    const said = {
      ...columns,
      // Another column may have another format.
      ...(columns.date !== before?.date && { date_order: null }),
      ...(columns.amount !== before?.amount && { decimal: null }),
    }
    if (file) void look(file, inCurrency, said)
  }
  const keep = async () => {
    if (!file) return
    const done = await ask(file, currency, read?.table?.columns ?? null, false)
    if (!done) return
    localStorage.setItem(lastCurrency, currency)
    toast(texts.imported(done.new_count, done.matched_count))
    await queryClient.invalidateQueries()
    const { new_count, matched_count } = done
    // Those that need a decision; if none does, those that were matched.
    go(to('/bank', {}, { state: new_count > 0 && matched_count === new_count ? 'matched' : 'open' }))
  }

  return (
    <PageBody>
      <PageHead title={texts.title} back={{ address: to('/bank'), title: bank.title }}>
        {file && (
          <Button
            variant="default"
            onClick={() => {
              setFile(undefined)
              setRead(undefined)
              setFault(undefined)
            }}
          >
            {texts.another}
          </Button>
        )}
      </PageHead>
      {!may('bills') ? (
        <Notice tone="quiet">{texts.readOnly}</Notice>
      ) : (
        <>
          {!read && (
            <Panel>
              <DropFile
                texts={texts}
                accept=".csv,.txt,.xml,.sta,.mt940,.940,.c53"
                take={(chosen) => void take(chosen)}
                isBusy={isBusy}
              />
            </Panel>
          )}
          {fault && <Notice tone="bad">{fault}</Notice>}
          {read?.table && (
            <Mapping
              table={read.table}
              currency={currency}
              change={change}
              setCurrency={(value) => {
                setCurrency(value)
                if (read.table) change(read.table.columns, value)
              }}
            />
          )}
          {read && isMapped(read) && (
            <Found read={read} isBusy={isBusy} hasFault={fault !== undefined} keep={() => void keep()} />
          )}
        </>
      )}
    </PageBody>
  )
}

/** For a CSV file, the columns of days and amounts must be known. */
const isMapped = ({ table }: Read): boolean => !table || (table.columns.date !== null && table.columns.amount !== null)

interface MappingProps {
  readonly table: NonNullable<Read['table']>
  readonly currency: string
  change(columns: BankColumns): void
  setCurrency(currency: string): void
}

const single = ['date', 'amount', 'direction', 'payer', 'iban', 'currency', 'bank_reference'] as const

function Mapping({ table: { head, rows, columns }, currency, change, setCurrency }: MappingProps) {
  const isUnknown = columns.date === null || columns.amount === null
  const names = head.map((name, index) => ({ value: String(index), label: name }))
  // Two columns may have the same name, and the options of a select must differ.
  const unique = names.map(({ value, label }) => ({
    value,
    label: head.indexOf(label) === Number(value) ? label : `${label} (${Number(value) + 1})`,
  }))
  return (
    <Panel title={texts.columns}>
      {isUnknown ? (
        <div className={drops.stack} style={{ marginBottom: '1.2rem' }}>
          <Notice tone="warning">{texts.columnsUnknown}</Notice>
          <SmallTable label={texts.rows} head={head}>
            {rows.map((row, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a file never change their order.
              <tr key={index}>
                {head.map((name, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have the same name.
                  <td key={`${at} ${name}`}>{row[at]}</td>
                ))}
              </tr>
            ))}
          </SmallTable>
        </div>
      ) : (
        <p className={classes.quiet} style={{ marginTop: 0 }}>
          {texts.columnsHint}
        </p>
      )}
      <div className={classes.mapping}>
        {single.map((field) => (
          <NativeSelect
            key={field}
            label={texts.fields[field]}
            required={field === 'date' || field === 'amount'}
            value={columns[field] === null ? '' : String(columns[field])}
            data={[{ value: '', label: texts.none }, ...names]}
            onChange={({ currentTarget: { value } }) =>
              change({ ...columns, [field]: value === '' ? null : Number(value) })
            }
          />
        ))}
        <MultiSelect
          label={texts.fields.texts}
          data={unique}
          value={columns.texts.map(String)}
          onChange={(values) => change({ ...columns, texts: values.map(Number) })}
        />
        {columns.currency === null && (
          <NativeSelect
            label={texts.currency}
            value={currency}
            data={currencies.map((value) => ({ value, label: value.toUpperCase() }))}
            onChange={({ currentTarget }) => setCurrency(currentTarget.value)}
          />
        )}
        <NativeSelect
          label={texts.dateOrder}
          value={columns.date_order}
          data={Object.entries(texts.dateOrders).map(([value, label]) => ({ value, label }))}
          onChange={({ currentTarget: { value } }) =>
            change({ ...columns, date_order: value as BankColumns['date_order'] })
          }
        />
        <NativeSelect
          label={texts.decimal}
          value={columns.decimal}
          data={Object.entries(texts.decimals).map(([value, label]) => ({ value, label }))}
          onChange={({ currentTarget: { value } }) => change({ ...columns, decimal: value as BankColumns['decimal'] })}
        />
      </div>
    </Panel>
  )
}

interface FoundProps {
  readonly read: Read
  readonly isBusy: boolean
  readonly hasFault: boolean
  keep(): void
}

function Found({ read, isBusy, hasFault, keep }: FoundProps) {
  const { format, line_count, new_count, left_out, first_lines } = read
  return (
    <Panel title={texts.preview} aside={texts.formats[format]}>
      <div className={drops.stack}>
        {first_lines.length > 0 && (
          <SmallTable
            label={texts.preview}
            head={[bank.columns.booked, bank.columns.payer, bank.columns.text, bank.columns.amount]}
          >
            {first_lines.map((line, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a file never change their order.
              <tr key={index}>
                <td>{formatCalendarDay(line.booked_on)}</td>
                <td>{line.payer ?? words.times.none}</td>
                <td>{line.text || words.times.none}</td>
                <td className={classes.number}>{formatMoney(line.amount, line.currency)}</td>
              </tr>
            ))}
          </SmallTable>
        )}
        <div className={classes.outcome} role="status">
          <p className={classes.found}>{line_count === 0 ? texts.nothing : texts.found(line_count, new_count)}</p>
          {left_out > 0 && <p className={classes.plain}>{texts.leftOut(left_out)}</p>}
        </div>
        <div className={drops.buttons}>
          <Button disabled={new_count === 0 || hasFault} loading={isBusy} onClick={keep}>
            {texts.act(new_count)}
          </Button>
        </div>
      </div>
    </Panel>
  )
}
