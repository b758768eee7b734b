/** Where groups are made, renamed, filled and dissolved, in place of the list of units. */
import { ActionIcon, Button, Skeleton, Text, TextInput, Title } from '@mantine/core'
import { useState } from 'react'
import { useDoing } from '../../../shared/api.ts'
import { BackIcon } from '../../../shared/Icons.tsx'
import { Failure } from '../../../shared/Notice.tsx'
import { texts } from '../../../shared/texts/texts.ts'
import { change, type Group, type Unit } from '../../client-api.ts'
import { UnitChoice } from '../UnitChoice.tsx'
import classes from './GroupsEditor.module.css'
import { useGroups } from './use-groups.ts'

const words = texts.fleet.groups

export function GroupsEditor({ units }: { units: readonly Unit[] }) {
  const [groups, reload] = useGroups()
  const [edited, setEdited] = useState<string>()
  return (
    <section className={classes.editor} aria-label={words.title}>
      <div className={classes.head}>
        <ActionIcon component="a" href="#/units" variant="subtle" color="gray" aria-label={words.back}>
          <BackIcon />
        </ActionIcon>
        <Title order={2}>{words.title}</Title>
      </div>
      {groups.kind === 'failed' && <Failure error={groups.error} retry={reload} />}
      {groups.kind === 'asking' && <Skeleton height={80} role="status" aria-label={texts.shared.loading} />}
      {groups.value?.length === 0 && <Text c="dimmed">{words.none}</Text>}
      <ul className={classes.list}>
        {groups.value?.map((group) => (
          <li key={group.id}>
            {edited === group.id ? (
              <GroupForm
                group={group}
                units={units}
                onDone={async () => {
                  await reload()
                  setEdited(undefined)
                }}
                cancel={() => setEdited(undefined)}
              />
            ) : (
              <button
                type="button"
                className={classes.row}
                aria-label={words.edit(group.name)}
                onClick={() => setEdited(group.id)}
              >
                <span className={classes.name}>{group.name}</span>
                <span className={classes.count}>{words.count(group.unit_ids.length)}</span>
              </button>
            )}
          </li>
        ))}
      </ul>
      <NewGroup
        onMade={async (group) => {
          await reload()
          setEdited(group.id)
        }}
      />
    </section>
  )
}

function NewGroup({ onMade }: { onMade: (group: Group) => Promise<void> }) {
  const [name, setName] = useState('')
  const doing = useDoing()
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        void doing.run(async () => {
          await onMade(await change<Group>('POST', '/groups', { name: name.trim() }))
          setName('')
        })
      }}
    >
      <TextInput
        label={words.name}
        value={name}
        maxLength={100}
        required
        withAsterisk={false}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      {doing.error !== undefined && <Failure error={doing.error} />}
      <Button type="submit" loading={doing.isBusy} disabled={name.trim() === ''}>
        {words.make}
      </Button>
    </form>
  )
}

interface GroupFormProps {
  readonly group: Group
  readonly units: readonly Unit[]
  onDone(): Promise<void>
  cancel(): void
}

function GroupForm({ group, units, onDone, cancel }: GroupFormProps) {
  const [name, setName] = useState(group.name)
  const [ids, setIds] = useState<ReadonlySet<number>>(() => new Set(group.unit_ids))
  const [isLeaving, setIsLeaving] = useState(false)
  const doing = useDoing()
  const path = `/groups/${group.id}`
  return (
    <form
      className={classes.form}
      aria-label={words.edit(group.name)}
      onSubmit={(event) => {
        event.preventDefault()
        void doing.run(async () => {
          await change('PATCH', path, { name: name.trim(), unit_ids: [...ids] })
          await onDone()
        })
      }}
    >
      <TextInput
        label={words.name}
        value={name}
        maxLength={100}
        required
        withAsterisk={false}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <UnitChoice legend={words.units} units={units} chosen={ids} onChange={setIds} />
      {doing.error !== undefined && <Failure error={doing.error} />}
      {isLeaving && <Text size="sm">{words.dissolveSure}</Text>}
      <div className={classes.buttons}>
        <Button type="submit" loading={doing.isBusy} disabled={name.trim() === ''}>
          {words.save}
        </Button>
        {isLeaving ? (
          <Button
            color="berry"
            onClick={() =>
              void doing.run(async () => {
                await change('DELETE', path)
                await onDone()
              })
            }
          >
            {words.sure}
          </Button>
        ) : (
          <Button variant="default" onClick={() => setIsLeaving(true)}>
            {words.dissolve}
          </Button>
        )}
        <Button variant="default" onClick={isLeaving ? () => setIsLeaving(false) : cancel}>
          {texts.shared.cancel}
        </Button>
      </div>
    </form>
  )
}
