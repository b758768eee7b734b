/** Labels are made, named, coloured and deleted. What carries them is said where the things are. */
import { Anchor, Button, Skeleton, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Refused, useDoing } from '../../shared/api.ts'
import { Failure } from '../../shared/Notice.tsx'
import { Panel } from '../../shared/Panel.tsx'
import { SureButton } from '../../shared/SureButton.tsx'
import { texts } from '../../shared/texts/texts.ts'
import { ClientPage } from '../ClientPage.tsx'
import { change } from '../client-api.ts'
import classes from './AssetsView.module.css'
import { type Label, useLabels } from './tags-api.ts'

const words = texts.tags.labels
const firstColour = '#0f766e'

export function LabelsView() {
  const [labels, reload] = useLabels()
  const [made, setMade] = useState(0)
  const startAnew = async () => {
    await reload()
    setMade((count) => count + 1)
  }
  return (
    <ClientPage title={words.title} aside={<Anchor href="#/assets">{words.back}</Anchor>}>
      <Panel title={words.make}>
        <LabelForm key={made} reload={startAnew} />
      </Panel>
      {labels.kind === 'asking' && <Skeleton height={120} role="status" aria-label={texts.shared.loading} />}
      {labels.kind === 'failed' && <Failure error={labels.error} retry={reload} />}
      {labels.value?.length === 0 && <Text c="dimmed">{words.none}</Text>}
      {labels.value && labels.value.length > 0 && (
        <ul className={classes.labels} aria-label={words.title}>
          {labels.value.map((label) => (
            <li key={label.id}>
              <Panel>
                <LabelForm label={label} reload={reload} />
              </Panel>
            </li>
          ))}
        </ul>
      )}
    </ClientPage>
  )
}

function LabelForm({ label, reload }: { label?: Label; reload: () => Promise<void> }) {
  const [name, setName] = useState(label?.name ?? '')
  const [colour, setColour] = useState(label?.colour ?? firstColour)
  const doing = useDoing()
  const fault = doing.error instanceof Refused ? doing.error.about('name') : undefined
  const isSame = name === label?.name && colour === label?.colour
  return (
    <form
      aria-label={label ? words.change(label.name) : words.make}
      onSubmit={(event) => {
        event.preventDefault()
        void doing.run(async () => {
          await change(label ? 'PATCH' : 'POST', label ? `/labels/${label.id}` : '/labels', {
            name: name.trim(),
            colour,
          })
          await reload()
        })
      }}
    >
      <div className={classes.labelRow}>
        <TextInput
          label={words.name}
          required
          withAsterisk={false}
          maxLength={50}
          value={name}
          error={fault}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <TextInput
          className={classes.colour}
          type="color"
          label={words.colour}
          value={colour}
          onChange={({ currentTarget }) => setColour(currentTarget.value)}
        />
        <Button type="submit" variant={label ? 'default' : 'filled'} loading={doing.isBusy} disabled={isSame}>
          {label ? texts.tags.save : words.make}
        </Button>
        {label && (
          <SureButton
            label={words.remove}
            of={label.name}
            effect={words.removeEffect(label.unit_ids.length)}
            sure={words.removeSure}
            act={async () => {
              await change('DELETE', `/labels/${label.id}`)
              await reload()
            }}
          />
        )}
      </div>
      {doing.error !== undefined && fault === undefined && <Failure error={doing.error} />}
    </form>
  )
}
