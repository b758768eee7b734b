/** The fields of a price list: currency, rates, and what costs how much. */
import { NativeSelect, NumberInput, Switch, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { currencies, minorOf } from '../../shared/format/money.ts'
import { FieldRow } from '../../shared/forms/form.tsx'
import { words } from '../../shared/texts/console.ts'
import { Items } from '../blocks/Items.tsx'
import classes from './PriceListFields.module.css'
import { hasTiers, nextKey, type PriceKind, priceKinds, rateOf, type TypedItem, type TypedList } from './price.ts'

const { form: texts, kinds, names } = words.prices

interface PriceListProps {
  readonly list: TypedList
  /** Problems are shown after the first attempt to save. */
  readonly isTried: boolean
  onChange(list: TypedList): void
}

export function PriceListFields({ list, isTried, onChange }: PriceListProps) {
  const set = (values: Partial<TypedList>) => onChange({ ...list, ...values })
  const make = (): TypedItem => {
    const kind = priceKinds.find((one) => !list.items.some((item) => item.kind === one)) ?? 'unit'
    return { key: nextKey(), kind, name: names[kind], price: '', tiers: [] }
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
      <Items
        legend={texts.items}
        items={list.items}
        most={20}
        add={texts.add}
        removal={texts.removeItem}
        make={make}
        onChange={(items) => set({ items })}
        row={(item, change, remove) => (
          <Item item={item} currency={list.currency} isTried={isTried} onChange={change} remove={remove} />
        )}
      />
      {list.items.some(({ kind }) => kind === 'unit') && (
        <Terms terms={list.unit_terms} onChange={(unit_terms) => set({ unit_terms })} />
      )}
    </>
  )
}

type UnitTerms = TypedList['unit_terms']
const usualTerms = { due_days: 14, extends_on: 'payment', by_client: true } as const

/** Whether units are paid with the period, or each has its own term. */
function Terms({ terms, onChange }: { terms: UnitTerms; onChange(terms: UnitTerms): void }) {
  return (
    <fieldset className={classes.terms}>
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

interface QuantityProps {
  readonly label: string
  readonly value: number | ''
  readonly isTried: boolean
  onChange(value: number | ''): void
}

export const Quantity = ({ label, value, isTried, onChange }: QuantityProps) => (
  <NumberInput
    label={label}
    min={1}
    allowDecimal={false}
    error={isTried && !(Number(value) > 0)}
    value={value}
    onChange={(typed) => onChange(typeof typed === 'number' ? typed : '')}
  />
)

interface Named {
  readonly name: string
  readonly quantity: number | ''
  readonly price: string
}

interface ItemFieldsProps extends Named {
  readonly labels: { readonly item: string; readonly quantity: string; readonly each: string }
  readonly currency: string
  readonly isTried: boolean
  onChange(values: Partial<Named>): void
}

/** One line of a bill or an invoice: its purpose, quantity and price. */
export const ItemFields = ({ labels, name, quantity, price, currency, isTried, onChange }: ItemFieldsProps) => (
  <>
    <TextInput
      label={labels.item}
      maxLength={250}
      autoComplete="off"
      error={isTried && name.trim() === '' ? words.form.missing : undefined}
      value={name}
      onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
    />
    <Quantity
      label={labels.quantity}
      value={quantity}
      isTried={isTried}
      onChange={(value) => onChange({ quantity: value })}
    />
    <Price
      label={labels.each}
      value={price}
      currency={currency}
      isTried={isTried}
      onChange={(value) => onChange({ price: value })}
    />
  </>
)

interface ItemProps {
  readonly item: TypedItem
  readonly currency: string
  readonly isTried: boolean
  readonly remove: ReactNode
  onChange(values: Partial<TypedItem>): void
}

function Item({ item, currency, isTried, onChange, remove }: ItemProps) {
  const { kind, name, price, tiers } = item
  // A name that was not edited follows the purpose.
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
        {remove}
      </div>
      {hasTiers(kind) && (
        <Items
          items={tiers}
          most={20}
          add={texts.addTier}
          removal={() => texts.removeTier}
          make={() => ({ key: nextKey(), from: '' as const, price: '' })}
          onChange={(next) => onChange({ tiers: next })}
          row={(tier, change, removeTier) => (
            <div className={classes.tier}>
              <NumberInput
                label={texts.tierFrom}
                min={2}
                allowDecimal={false}
                error={isTried && tier.from === '' ? words.form.missing : undefined}
                value={tier.from}
                onChange={(value) => change({ from: typeof value === 'number' ? value : '' })}
              />
              <Price
                label={texts.tierAmount}
                value={tier.price}
                currency={currency}
                isTried={isTried}
                onChange={(value) => change({ price: value })}
              />
              {removeTier}
            </div>
          )}
        />
      )}
    </div>
  )
}
