/** What a person sees: everything, or some groups, units and geofences. */
import { Text } from '@mantine/core'
import { useOperation } from '../../api/queries.ts'
import { texts } from '../../shared/texts/texts.ts'
import cards from '../blocks/Cards.module.css'
import { Choice, NamedChoices } from '../blocks/Choices.tsx'
import type { Me, Unit } from '../types.ts'
import { UnitChoice } from '../units/list/UnitChoice.tsx'
import classes from './PeopleView.module.css'

const words = texts.people.lists

export interface Lists {
  readonly isLimited: boolean
  readonly units: ReadonlySet<number>
  readonly groups: ReadonlySet<string>
  readonly geofences: ReadonlySet<string>
}

export const noLists: Lists = { isLimited: false, units: new Set(), groups: new Set(), geofences: new Set() }

/** The server takes empty lists for everything, which no one who chose "only some" means. */
export const listsFault = ({ isLimited, units, groups, geofences }: Lists): string | undefined =>
  isLimited && units.size + groups.size + geofences.size === 0 ? words.missing : undefined

export const listsBody = ({ isLimited, units, groups, geofences }: Lists) => ({
  unit_ids: isLimited ? [...units] : [],
  group_ids: isLimited ? [...groups] : [],
  geofence_ids: isLimited ? [...geofences] : [],
})

interface ListsFieldProps {
  readonly me: Me
  readonly units: readonly Unit[]
  /** A driver always sees only some. */
  readonly isAlwaysLimited: boolean
  readonly value: Lists
  readonly fault: string | undefined
  onChange(lists: Lists): void
}

export function ListsField({ me, units, isAlwaysLimited, value, fault, onChange }: ListsFieldProps) {
  const choice = (isLimited: boolean, label: string) => (
    <Choice
      type="radio"
      name="lists"
      label={label}
      isChosen={value.isLimited === isLimited}
      onChange={() => onChange({ ...value, isLimited })}
    />
  )
  const isLimited = isAlwaysLimited || value.isLimited
  return (
    <fieldset className={classes.lists}>
      <legend>{words.title}</legend>
      {!isAlwaysLimited && (
        <>
          {choice(false, words.everything)}
          {choice(true, words.some)}
        </>
      )}
      {isLimited && !isAlwaysLimited && (
        <Text size="sm" c="dimmed">
          {words.explain}
        </Text>
      )}
      {fault && (
        <p className={cards.fault} role="alert">
          {fault}
        </p>
      )}
      {isLimited && me.modules.includes('unit') && <Groups value={value} onChange={onChange} />}
      {isLimited && (
        <UnitChoice
          legend={words.units}
          units={units}
          chosen={value.units}
          onChange={(chosen) => onChange({ ...value, units: chosen })}
        />
      )}
      {isLimited && me.modules.includes('geofence') && <Geofences value={value} onChange={onChange} />}
    </fieldset>
  )
}

type ChoiceProps = Pick<ListsFieldProps, 'value' | 'onChange'>

function Groups({ value, onChange }: ChoiceProps) {
  const groups = useOperation('getClientGroups', undefined).data ?? []
  return (
    <NamedChoices
      legend={words.groups}
      items={groups}
      chosen={value.groups}
      onChange={(chosen) => onChange({ ...value, groups: chosen })}
    />
  )
}

function Geofences({ value, onChange }: ChoiceProps) {
  const geofences = useOperation('getClientGeofences', undefined).data ?? []
  return (
    <NamedChoices
      legend={words.geofences}
      items={geofences}
      chosen={value.geofences}
      onChange={(chosen) => onChange({ ...value, geofences: chosen })}
    />
  )
}
