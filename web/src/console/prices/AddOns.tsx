/** What one client has booked by the month, and what each add-on adds to the plan. */
import { MultiSelect, NumberInput, TextInput } from '@mantine/core'
import type { ClientPrice } from '../../api/generated.ts'
import { useOperation } from '../../api/queries.ts'
import { minorOf, priceText } from '../../shared/format/money.ts'
import { words } from '../../shared/texts/console.ts'
import { Items } from '../blocks/Items.tsx'
import { tagsApp } from '../clients/applications.ts'
import { useModuleTexts } from '../plans/modules.tsx'
import { moduleTitle } from '../plans/plan.ts'
import classes from './PriceListFields.module.css'
import { Price, Quantity } from './PriceListFields.tsx'
import { nextKey } from './price.ts'

const texts = words.prices.agreed

type AddOn = ClientPrice['add_ons'][number]

export interface TypedAddOn {
  readonly key: number
  readonly name: string
  readonly price: string
  readonly quantity: number | ''
  readonly quotas: Readonly<Record<string, number | ''>>
  readonly modules: readonly string[]
}

export const typedAddOn = ({ name, amount, quantity, quotas, modules }: AddOn, currency: string): TypedAddOn => ({
  ...{ key: nextKey(), name, price: priceText(amount, currency), quantity, quotas, modules },
})

const emptyAddOn = (): TypedAddOn => ({
  ...{ key: nextKey(), name: '', price: '', quantity: 1, quotas: {}, modules: [] },
})

export const addOnOf = ({ name, price, quantity, quotas, modules }: TypedAddOn, currency: string) => ({
  ...{ name: name.trim(), amount: minorOf(price, currency)!, quantity: Number(quantity) },
  quotas: Object.fromEntries(Object.entries(quotas).filter(([, more]) => Number(more) > 0)) as Record<string, number>,
  modules: [...modules],
})

export const isWhole = ({ name, price, quantity }: TypedAddOn, currency: string): boolean =>
  name.trim() !== '' && Number(quantity) > 0 && minorOf(price, currency) !== undefined

/** Storage belongs to the plan. */
const raisable = (app: string) => (app === tagsApp ? ['gateway', 'sensor', 'asset', 'geofence'] : ['unit', 'geofence'])

/** In a few words, for the list. */
export function Gives({ addOn: { quantity, quotas, modules } }: { addOn: AddOn }) {
  const more = Object.entries(quotas).map(([name, each]) =>
    texts.gives(each * quantity, words.plans.quotas[name] ?? name),
  )
  const all = [...more, ...modules.map(moduleTitle)]
  return all.length > 0 && <span className={classes.detail}> ({all.join(', ')})</span>
}

interface AddOnsProps {
  readonly addOns: TypedAddOn[]
  readonly currency: string
  readonly app: string | undefined
  readonly isTried: boolean
  onChange(addOns: TypedAddOn[]): void
}

export function AddOns({ addOns, currency, app, isTried, onChange }: AddOnsProps) {
  return (
    <Items
      legend={texts.addOns}
      items={addOns}
      add={texts.add}
      removal={texts.removeAddOn}
      make={emptyAddOn}
      onChange={onChange}
      row={(addOn, change, remove) => (
        <div className={classes.item}>
          <div className={classes.addOn}>
            <TextInput
              label={texts.addOnName}
              maxLength={100}
              autoComplete="off"
              error={isTried && addOn.name.trim() === '' ? words.form.missing : undefined}
              value={addOn.name}
              onChange={({ currentTarget }) => change({ name: currentTarget.value })}
            />
            <Quantity
              label={texts.quantity}
              value={addOn.quantity}
              isTried={isTried}
              onChange={(quantity) => change({ quantity })}
            />
            <Price
              label={words.prices.form.amount}
              value={addOn.price}
              currency={currency}
              isTried={isTried}
              onChange={(price) => change({ price })}
            />
            {remove}
          </div>
          {app && <GivesFields addOn={addOn} app={app} change={change} />}
        </div>
      )}
    />
  )
}

interface GivesProps {
  readonly addOn: TypedAddOn
  readonly app: string
  change(values: Partial<TypedAddOn>): void
}

function GivesFields({ addOn: { quotas, modules }, app, change }: GivesProps) {
  const { titleOf } = useModuleTexts()
  const known = useOperation('getClientPlansModules', { app_id: app }, { isSteady: true })
  const choices = (known.data ?? []).filter(({ default_included }) => !default_included)
  return (
    <div className={classes.gives}>
      {raisable(app).map((name) => (
        <NumberInput
          key={name}
          label={texts.more(words.plans.quotas[name] ?? name)}
          min={0}
          allowDecimal={false}
          value={quotas[name] ?? ''}
          onChange={(value) => change({ quotas: { ...quotas, [name]: typeof value === 'number' ? value : '' } })}
        />
      ))}
      <MultiSelect
        label={texts.modules}
        data={choices.map(({ name }) => ({ value: name, label: titleOf(name) }))}
        value={[...modules]}
        onChange={(chosen) => change({ modules: chosen })}
      />
    </div>
  )
}
