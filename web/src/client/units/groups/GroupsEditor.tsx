/** Creates, renames, fills and deletes groups, in place of the list of units. */
import { ActionIcon, Button, Text, Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { change, useOperation } from '../../../api/queries.ts'
import { BackIcon } from '../../../shared/content/Icons.tsx'
import { Loaded } from '../../../shared/feedback/Loaded.tsx'
import { Failure } from '../../../shared/feedback/Notice.tsx'
import { TextField, useForm } from '../../../shared/forms/form.tsx'
import { texts } from '../../../shared/texts/texts.ts'
import type { Group, Unit } from '../../types.ts'
import { UnitChoice } from '../list/UnitChoice.tsx'
import classes from './GroupsEditor.module.css'

const words = texts.fleet.groups

export function GroupsEditor({ units }: { units: readonly Unit[] }) {
  const query = useOperation('getClientGroups', undefined)
  const [edited, setEdited] = useState<string>()
  return (
    <section className={classes.editor} aria-label={words.title}>
      <div className={classes.head}>
        <ActionIcon component="a" href="#/units" variant="subtle" color="gray" aria-label={words.back}>
          <BackIcon />
        </ActionIcon>
        <Title order={2}>{words.title}</Title>
      </div>
      <Loaded query={query} height={80}>
        {(groups) => (
          <>
            {groups.length === 0 && <Text c="dimmed">{words.none}</Text>}
            <ul className={classes.list}>
              {groups.map((group) => (
                <li key={group.id}>
                  {edited === group.id ? (
                    <GroupForm group={group} units={units} close={() => setEdited(undefined)} />
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
          </>
        )}
      </Loaded>
      <NewGroup onMade={setEdited} />
    </section>
  )
}

function NewGroup({ onMade }: { onMade: (id: string) => void }) {
  const form = useForm({
    start: { name: '' },
    send: async ({ name }) => {
      const { id } = await change('postClientGroups', undefined, { name: name.trim() })
      onMade(id)
      form.reset()
    },
  })
  return (
    <form className={classes.form} onSubmit={form.submit}>
      <TextField form={form} name="name" label={words.name} maxLength={100} isRequired withAsterisk={false} />
      <Failure error={form.error} />
      <Button type="submit" loading={form.isBusy} disabled={form.values.name.trim() === ''}>
        {words.make}
      </Button>
    </form>
  )
}

function GroupForm({ group, units, close }: { group: Group; units: readonly Unit[]; close: () => void }) {
  const form = useForm<{ name: string; ids: ReadonlySet<number> }>({
    start: () => ({ name: group.name, ids: new Set(group.unit_ids) }),
    send: async ({ name, ids }) => {
      await change('patchClientGroupsById', { id: group.id }, { name: name.trim(), unit_ids: [...ids] })
      close()
    },
  })
  const [isLeaving, setIsLeaving] = useState(false)
  const dissolving = useMutation({
    mutationFn: async () => {
      await change('deleteClientGroupsById', { id: group.id })
      close()
    },
  })
  return (
    <form className={classes.form} aria-label={words.edit(group.name)} onSubmit={form.submit}>
      <TextField form={form} name="name" label={words.name} maxLength={100} isRequired withAsterisk={false} />
      <UnitChoice
        legend={words.units}
        units={units}
        chosen={form.values.ids}
        onChange={(ids) => form.set('ids', ids)}
      />
      <Failure error={form.error ?? dissolving.error} />
      {isLeaving && <Text size="sm">{words.dissolveSure}</Text>}
      <div className={classes.buttons}>
        <Button type="submit" loading={form.isBusy} disabled={form.values.name.trim() === ''}>
          {words.save}
        </Button>
        {isLeaving ? (
          <Button color="berry" loading={dissolving.isPending} onClick={() => dissolving.mutate()}>
            {words.sure}
          </Button>
        ) : (
          <Button variant="default" onClick={() => setIsLeaving(true)}>
            {words.dissolve}
          </Button>
        )}
        <Button variant="default" onClick={isLeaving ? () => setIsLeaving(false) : close}>
          {texts.shared.cancel}
        </Button>
      </div>
    </form>
  )
}
