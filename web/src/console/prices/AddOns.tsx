/** What one client has booked by the month, and what each of it adds to the plan. */
import { ActionIcon, Button, MultiSelect, NumberInput, TextInput } from '@mantine/core'
import type { ClientPrice } from '../../api/generated.ts'
import { useOperation } from '../../api/queries.ts'
import { PlusIcon, TrashIcon } from '../../shared/content/Icons.tsx'
import { minorOf, priceText } from '../../shared/format/money.ts'
import { words } from '../../shared/texts/console.ts'
import { tagsApp } from '../clients/applications.ts'
import { useModuleTexts } from '../plans/modules.tsx'
import { moduleTitle } from '../plans/plan.ts'
import classes from './PriceListFields.module.css'
import { Price } from './PriceListFields.tsx'
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

/** Storage is the plan's own. */
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
  const replace = (key: number, values: Partial<TypedAddOn>) =>
    onChange(addOns.map((one) => (one.key === key ? { ...one, ...values } : one)))
  return (
    <fieldset className={classes.items}>
      <legend>{texts.addOns}</legend>
      {addOns.map((addOn, index) => (
        <div key={addOn.key} className={classes.item}>
          <div className={classes.addOn}>
            <TextInput
              label={texts.addOnName}
              maxLength={100}
              autoComplete="off"
              error={isTried && addOn.name.trim() === '' ? words.form.missing : undefined}
              value={addOn.name}
              onChange={({ currentTarget }) => replace(addOn.key, { name: currentTarget.value })}
            />
            <NumberInput
              label={texts.quantity}
              min={1}
              allowDecimal={false}
              value={addOn.quantity}
              onChange={(value) => replace(addOn.key, { quantity: typeof value === 'number' ? value : '' })}
            />
            <Price
              label={words.prices.form.amount}
              value={addOn.price}
              currency={currency}
              isTried={isTried}
              onChange={(value) => replace(addOn.key, { price: value })}
            />
            <ActionIcon
              className={classes.remove}
              variant="default"
              size="lg"
              aria-label={texts.removeAddOn(index + 1)}
              onClick={() => onChange(addOns.filter((one) => one.key !== addOn.key))}
            >
              <TrashIcon />
            </ActionIcon>
          </div>
          {app && <GivesFields addOn={addOn} app={app} change={(values) => replace(addOn.key, values)} />}
        </div>
      ))}
      <Button
        variant="subtle"
        size="xs"
        leftSection={<PlusIcon />}
        className={classes.add}
        onClick={() => onChange([...addOns, emptyAddOn()])}
      >
        {texts.add}
      </Button>
    </fieldset>
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
