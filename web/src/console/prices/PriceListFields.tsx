/** The fields of a price list: currency, rates, and what costs how much. */
import { ActionIcon, Button, NativeSelect, NumberInput, Switch, TextInput } from '@mantine/core'
import { PlusIcon, TrashIcon } from '../../shared/content/Icons.tsx'
import { currencies, minorOf } from '../../shared/format/money.ts'
import { FieldRow } from '../../shared/forms/form.tsx'
import { words } from '../../shared/texts/console.ts'
import classes from './PriceListFields.module.css'
import { hasTiers, nextKey, type PriceKind, priceKinds, rateOf, type TypedItem, type TypedList } from './price.ts'

const { form: texts, kinds, names } = words.prices

interface PriceListProps {
  readonly list: TypedList
  /** Faults are shown from the first try on. */
  readonly isTried: boolean
  onChange(list: TypedList): void
}

export function PriceListFields({ list, isTried, onChange }: PriceListProps) {
  const set = (values: Partial<TypedList>) => onChange({ ...list, ...values })
  const replace = (key: number, values: Partial<TypedItem>) =>
    set({ items: list.items.map((item) => (item.key === key ? { ...item, ...values } : item)) })
  const add = () => {
    const kind = priceKinds.find((one) => !list.items.some((item) => item.kind === one)) ?? 'unit'
    set({ items: [...list.items, { key: nextKey(), kind, name: names[kind], price: '', tiers: [] }] })
  }
  return (
    <>
      <FieldRow>
        <NativeSelect
          label={texts.currency}
          data={[...new Set([list.currency, ...currencies])].map((value) => ({ value, label: value.toUpperCase() }))}
          value={list.currency}
          onChange={({ currentTarget }) => set({ currency: currentTarget.value })}
        />
        <Rate label={texts.tax} value={list.tax} onChange={(tax) => set({ tax })} />
        <Rate label={texts.discount} value={list.discount} onChange={(discount) => set({ discount })} />
        <NumberInput
          label={texts.freeDays}
          description={texts.freeDaysHint}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          min={0}
          max={366}
          allowDecimal={false}
          value={list.free_days}
          onChange={(value) => set({ free_days: typeof value === 'number' ? value : '' })}
        />
      </FieldRow>
      <fieldset className={classes.items}>
        <legend>{texts.items}</legend>
        {list.items.map((item, index) => (
          <Item
            key={item.key}
            item={item}
            currency={list.currency}
            isTried={isTried}
            onChange={(values) => replace(item.key, values)}
            removal={texts.removeItem(index + 1)}
            remove={() => set({ items: list.items.filter(({ key }) => key !== item.key) })}
          />
        ))}
        {list.items.length < 20 && (
          <Button variant="subtle" size="xs" leftSection={<PlusIcon />} className={classes.add} onClick={add}>
            {texts.add}
          </Button>
        )}
      </fieldset>
      {list.items.some(({ kind }) => kind === 'unit') && (
        <Terms terms={list.unit_terms} onChange={(unit_terms) => set({ unit_terms })} />
      )}
    </>
  )
}

type UnitTerms = TypedList['unit_terms']
const usualTerms = { due_days: 14, extends_on: 'payment', by_client: true } as const

/** Whether units are paid with the period, or each until a day of its own. */
function Terms({ terms, onChange }: { terms: UnitTerms; onChange(terms: UnitTerms): void }) {
  return (
    <fieldset className={classes.items}>
      <legend>{texts.terms.title}</legend>
      <Switch
        label={texts.terms.use}
        description={texts.terms.useHint}
        checked={terms !== null}
        onChange={({ currentTarget }) => onChange(currentTarget.checked ? usualTerms : null)}
      />
      {terms && (
        <>
          <FieldRow>
            <NumberInput
              label={texts.terms.dueDays}
              min={0}
              max={90}
              allowDecimal={false}
              value={terms.due_days}
              onChange={(value) => onChange({ ...terms, due_days: typeof value === 'number' ? value : 0 })}
            />
            <NativeSelect
              label={texts.terms.extendsOn}
              data={Object.entries(texts.terms.extensions).map(([value, label]) => ({ value, label }))}
              value={terms.extends_on}
              onChange={({ currentTarget }) =>
                onChange({ ...terms, extends_on: currentTarget.value as 'payment' | 'issue' })
              }
            />
          </FieldRow>
          <Switch
            label={texts.terms.byClient}
            description={texts.terms.byClientHint}
            checked={terms.by_client ?? false}
            onChange={({ currentTarget }) => onChange({ ...terms, by_client: currentTarget.checked })}
          />
        </>
      )}
    </fieldset>
  )
}

interface RateProps {
  readonly label: string
  readonly hint?: string
  readonly value: string
  readonly mayBeEmpty?: boolean
  onChange(value: string): void
}

/** A percentage. */
export const Rate = ({ label, hint, value, mayBeEmpty, onChange }: RateProps) => (
  <TextInput
    label={label}
    description={hint}
    inputMode="decimal"
    autoComplete="off"
    error={rateOf(value) === undefined && !(mayBeEmpty && value === '') ? texts.rate : undefined}
    value={value}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
  />
)

interface PriceProps {
  readonly label: string
  readonly value: string
  readonly currency: string
  readonly isTried: boolean
  onChange(value: string): void
}

export const Price = ({ label, value, currency, isTried, onChange }: PriceProps) => (
  <TextInput
    label={label}
    inputMode="decimal"
    autoComplete="off"
    error={
      (isTried || value !== '') && minorOf(value, currency) === undefined
        ? value === ''
          ? words.form.missing
          : texts.price
        : undefined
    }
    value={value}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
  />
)

interface ItemProps {
  readonly item: TypedItem
  readonly currency: string
  readonly isTried: boolean
  readonly removal: string
  onChange(values: Partial<TypedItem>): void
  remove(): void
}

function Item({ item, currency, isTried, removal, onChange, remove }: ItemProps) {
  const { kind, name, price, tiers } = item
  // A name that nobody has changed follows what it is for.
  const choose = (next: PriceKind) => onChange({ kind: next, ...(name === names[kind] && { name: names[next] }) })
  return (
    <div className={classes.item}>
      <div className={classes.line}>
        <NativeSelect
          label={texts.kind}
          data={priceKinds.map((value) => ({ value, label: kinds[value] }))}
          value={kind}
          onChange={({ currentTarget }) => choose(currentTarget.value as PriceKind)}
        />
        <TextInput
          label={texts.name}
          maxLength={100}
          autoComplete="off"
          error={isTried && name.trim() === '' ? words.form.missing : undefined}
          value={name}
          onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
        />
        <Price
          label={texts.amount}
          value={price}
          currency={currency}
          isTried={isTried}
          onChange={(value) => onChange({ price: value })}
        />
        <ActionIcon className={classes.remove} variant="default" size="lg" aria-label={removal} onClick={remove}>
          <TrashIcon />
        </ActionIcon>
      </div>
      {hasTiers(kind) && <Tiers item={item} currency={currency} isTried={isTried} onChange={onChange} />}
      {hasTiers(kind) && tiers.length < 20 && (
        <Button
          variant="subtle"
          size="compact-xs"
          className={classes.add}
          onClick={() => onChange({ tiers: [...tiers, { key: nextKey(), from: '', price: '' }] })}
        >
          {texts.addTier}
        </Button>
      )}
    </div>
  )
}

function Tiers({ item: { tiers }, currency, isTried, onChange }: Omit<ItemProps, 'remove' | 'removal'>) {
  const replace = (key: number, values: object) =>
    onChange({ tiers: tiers.map((tier) => (tier.key === key ? { ...tier, ...values } : tier)) })
  return tiers.map(({ key, from, price }) => (
    <div key={key} className={classes.tier}>
      <NumberInput
        label={texts.tierFrom}
        min={2}
        allowDecimal={false}
        error={isTried && from === '' ? words.form.missing : undefined}
        value={from}
        onChange={(value) => replace(key, { from: typeof value === 'number' ? value : '' })}
      />
      <Price
        label={texts.tierAmount}
        value={price}
        currency={currency}
        isTried={isTried}
        onChange={(value) => replace(key, { price: value })}
      />
      <ActionIcon
        className={classes.remove}
        variant="default"
        size="lg"
        aria-label={texts.removeTier}
        onClick={() => onChange({ tiers: tiers.filter((tier) => tier.key !== key) })}
      >
        <TrashIcon />
      </ActionIcon>
    </div>
  ))
}
