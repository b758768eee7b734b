/** What a rule does in addition to notifying. Actions outside the plan are hidden. */
import { NativeSelect, Switch, Text, TextInput } from '@mantine/core'
import { ruleTexts } from '../../../shared/texts/rules.ts'
import { texts } from '../../../shared/texts/texts.ts'
import cards from '../../blocks/Cards.module.css'
import type { Channel, Group } from '../../types.ts'
import classes from '../NotificationsView.module.css'
import { type ActionsDraft, actionsFaults, commandTypes, isDangerous } from './action-draft.ts'

const words = ruleTexts.actions
const commands = texts.fleet.commands

interface ActionFieldsProps {
  readonly draft: ActionsDraft
  /** Whether a message of the tracker shows the condition: otherwise no command may follow from it. */
  readonly isShown: boolean
  readonly modules: readonly string[]
  readonly groups: readonly Group[]
  readonly channels: readonly Channel[]
  /** After an attempt to save it. */
  readonly isTried: boolean
  /** Shown if no field shows its own: the server's refusal. */
  readonly fault: string | undefined
  onChange(draft: ActionsDraft): void
}

export function ActionFields(props: ActionFieldsProps) {
  const { draft, isShown, modules, groups, channels, isTried, fault, onChange } = props
  const faults = isTried ? actionsFaults({ ...draft, isCommand: draft.isCommand && isShown }) : {}
  const set = (change: Partial<ActionsDraft>) => onChange({ ...draft, ...change })
  const webhooks = channels.filter(({ kind }) => kind === 'webhook')
  const [hasCommands, hasLinks] = [modules.includes('command'), modules.includes('sharing')]
  const sure: Readonly<Record<string, string>> = commands.sure
  const chosen = (list: readonly { readonly id: string; readonly name: string }[], id: string) => [
    ...(list.some((one) => one.id === id) ? [] : [{ value: id, label: id === '' ? words.choose : words.gone }]),
    ...list.map((one) => ({ value: one.id, label: one.name })),
  ]
  if (!hasCommands && !hasLinks && groups.length + webhooks.length === 0 && !fault) return null
  return (
    <fieldset className={classes.box}>
      <legend>{words.title}</legend>
      <Text size="sm" c="dimmed">
        {words.explain}
      </Text>
      {(hasCommands || draft.isCommand) && (
        <Switch
          label={words.command}
          description={isShown ? undefined : words.noCommand}
          disabled={!isShown}
          checked={draft.isCommand && isShown}
          onChange={({ currentTarget }) => set({ isCommand: currentTarget.checked })}
        />
      )}
      {draft.isCommand && isShown && (
        <>
          <div className={classes.line}>
            <NativeSelect
              label={commands.choose}
              data={commandTypes.map((value) => ({ value, label: commands.types[value] }))}
              value={draft.command}
              onChange={({ currentTarget }) =>
                set({ command: currentTarget.value as ActionsDraft['command'], isSure: false })
              }
            />
            {draft.command === 'text' && (
              <TextInput
                label={commands.text}
                value={draft.text}
                maxLength={500}
                error={faults.text}
                onChange={({ currentTarget }) => set({ text: currentTarget.value, isSure: false })}
              />
            )}
            {draft.command === 'interval' && (
              <TextInput
                label={commands.seconds}
                inputMode="numeric"
                value={draft.seconds}
                error={faults.seconds}
                onChange={({ currentTarget }) => set({ seconds: currentTarget.value })}
              />
            )}
          </div>
          {isDangerous(draft.command) && (
            <div>
              <label className={classes.tick}>
                <input
                  type="checkbox"
                  checked={draft.isSure}
                  onChange={({ currentTarget }) => set({ isSure: currentTarget.checked })}
                />
                <span>{words.sure(commands.types[draft.command])}</span>
              </label>
              <Text size="sm" c="dimmed">
                {draft.command === 'engine.stop' ? words.driving : sure[draft.command]}
              </Text>
              {faults.isSure && (
                <p className={cards.fault} role="alert">
                  {faults.isSure}
                </p>
              )}
            </div>
          )}
        </>
      )}
      {(hasLinks || draft.isShare) && (
        <Switch
          label={words.share}
          checked={draft.isShare}
          onChange={({ currentTarget }) => set({ isShare: currentTarget.checked })}
        />
      )}
      {draft.isShare && (
        <TextInput
          label={words.hours}
          inputMode="decimal"
          value={draft.hours}
          error={faults.hours}
          onChange={({ currentTarget }) => set({ hours: currentTarget.value })}
        />
      )}
      {(groups.length > 0 || draft.isGroup) && (
        <Switch
          label={words.group}
          checked={draft.isGroup}
          onChange={({ currentTarget }) => set({ isGroup: currentTarget.checked })}
        />
      )}
      {draft.isGroup && (
        <NativeSelect
          label={words.toGroup}
          data={chosen(groups, draft.group)}
          value={draft.group}
          error={faults.group}
          onChange={({ currentTarget }) => set({ group: currentTarget.value })}
        />
      )}
      {(webhooks.length > 0 || draft.isWebhook) && (
        <Switch
          label={words.webhook}
          checked={draft.isWebhook}
          onChange={({ currentTarget }) => set({ isWebhook: currentTarget.checked })}
        />
      )}
      {draft.isWebhook && (
        <NativeSelect
          label={words.toWebhook}
          data={chosen(webhooks, draft.webhook)}
          value={draft.webhook}
          error={faults.webhook}
          onChange={({ currentTarget }) => set({ webhook: currentTarget.value })}
        />
      )}
      {fault && Object.keys(faults).length === 0 && (
        <p className={cards.fault} role="alert">
          {fault}
        </p>
      )}
    </fieldset>
  )
}
