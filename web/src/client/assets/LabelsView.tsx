/** Creates, renames, colours and deletes labels. Which unit has a label is set on the unit. */
import { Anchor, Button, Text } from '@mantine/core'
import { useState } from 'react'
import { change, useOperation } from '../../api/queries.ts'
import { Loaded } from '../../shared/feedback/Loaded.tsx'
import { Failure } from '../../shared/feedback/Notice.tsx'
import { ConfirmButton } from '../../shared/forms/ConfirmButton.tsx'
import { TextField, useForm } from '../../shared/forms/form.tsx'
import { Panel } from '../../shared/layout/Panel.tsx'
import { texts } from '../../shared/texts/texts.ts'
import { ClientPage } from '../frame/ClientPage.tsx'
import type { Label } from '../types.ts'
import classes from './AssetsView.module.css'

const words = texts.tags.labels
const firstColour = '#0f766e'

export function LabelsView() {
  const query = useOperation('getClientLabels', undefined)
  const [made, setMade] = useState(0)
  return (
    <ClientPage title={words.title} aside={<Anchor href="#/assets">{words.back}</Anchor>}>
      <Panel title={words.make}>
        <LabelForm key={made} onMade={() => setMade((count) => count + 1)} />
      </Panel>
      <Loaded query={query}>
        {(labels) =>
          labels.length === 0 ? (
            <Text c="dimmed">{words.none}</Text>
          ) : (
            <ul className={classes.labels} aria-label={words.title}>
              {labels.map((label) => (
                <li key={label.id}>
                  <Panel>
                    <LabelForm label={label} />
                  </Panel>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </ClientPage>
  )
}

function LabelForm({ label, onMade }: { label?: Label; onMade?: () => void }) {
  const form = useForm({
    start: { name: label?.name ?? '', colour: label?.colour ?? firstColour },
    send: async ({ name, colour }) => {
      const body = { name: name.trim(), colour }
      if (label) await change('patchClientLabelsById', { id: label.id }, body)
      else await change('postClientLabels', undefined, body)
      onMade?.()
    },
  })
  const { name, colour } = form.values
  const isSame = name === label?.name && colour === label?.colour
  return (
    <form aria-label={label ? words.change(label.name) : words.make} onSubmit={form.submit}>
      <div className={classes.labelRow}>
        <TextField form={form} name="name" label={words.name} isRequired withAsterisk={false} maxLength={50} />
        <TextField form={form} name="colour" label={words.colour} className={classes.colour} type="color" />
        <Button type="submit" variant={label ? 'default' : 'filled'} loading={form.isBusy} disabled={isSame}>
          {label ? texts.tags.save : words.make}
        </Button>
        {label && (
          <ConfirmButton
            label={words.remove}
            of={label.name}
            effect={words.removeEffect(label.unit_ids.length)}
            sure={words.removeSure}
            act={() => change('deleteClientLabelsById', { id: label.id })}
          />
        )}
      </div>
      <Failure error={form.error} />
    </form>
  )
}
