import { Button } from '@mantine/core'
import { call } from '../../../api/call.ts'
import type { AvailableCommand, Command, CommandRequest } from '../../../api/generated.ts'
import { queryClient, useChange, useOperation } from '../../../api/queries.ts'
import { Loaded } from '../../../shared/feedback/Loaded.tsx'
import { Notice } from '../../../shared/feedback/Notice.tsx'
import { FieldRow, Form, SelectField, SwitchField, TextField, useForm } from '../../../shared/forms/form.tsx'
import { Panel } from '../../../shared/layout/Panel.tsx'
import { words } from '../../../shared/texts/console.ts'
import { confirm } from '../../blocks/confirm.tsx'
import { NumberField } from '../../blocks/fields.tsx'
import { SmallTable } from '../../blocks/layout.tsx'
import { StateBadge, type Tone } from '../../blocks/StateBadge.tsx'
import { toast, toastFailure } from '../../blocks/toasts.tsx'
import { Time } from '../../blocks/values.tsx'
import { useMay } from '../../session.ts'
import type { UnitProps } from '../unit.ts'
import classes from '../units.module.css'

const { commands } = words.units

export function CommandsTab({ unit }: UnitProps) {
  const may = useMay()
  const available = useOperation('getUnitsByIdCommandsAvailable', { id: unit.id })
  return (
    <>
      {may('commands') ? (
        <Panel title={commands.title}>
          <Loaded query={available} height={180}>
            {(list) =>
              list.length === 0 ? (
                <p className={classes.line}>{commands.none}</p>
              ) : (
                <CommandForm unit={unit} available={list} />
              )
            }
          </Loaded>
        </Panel>
      ) : (
        <Notice tone="quiet">{commands.notAllowed}</Notice>
      )}
      <GivenPanel unit={unit} />
    </>
  )
}

const titleOf = (type: string) => commands.types[type] ?? type

function CommandForm({ unit, available }: UnitProps & { available: readonly AvailableCommand[] }) {
  const form = useForm({
    start: {
      type: available[0]!.type,
      seconds: 60 as number | '',
      host: '',
      port: '' as number | '',
      text: '',
      expires_in: '3600',
      only_now: false,
    },
    serverNames: { seconds: 'params.seconds', host: 'params.host', port: 'params.port' },
    judge: ({ type, seconds, host, port, text }) => ({
      seconds: type === 'interval' && seconds === '' ? words.form.missing : undefined,
      host: type === 'server' && !host.trim() ? words.form.missing : undefined,
      port: type === 'server' && port === '' ? words.form.missing : undefined,
      text: type === 'text' && !text.trim() ? words.form.missing : undefined,
    }),
    send: async ({ type, seconds, host, port, text, expires_in, only_now }) => {
      const isDangerous = available.find((one) => one.type === type)?.dangerous ?? false
      if (isDangerous) {
        const isYes = await confirm({
          title: commands.confirmTitle(titleOf(type), unit.name),
          text: commands.confirmText,
          effect: [[1, commands.confirmEffect]],
          canBeUndone: false,
          act: titleOf(type),
        })
        if (!isYes) return
      }
      await call(
        'postUnitsByIdCommands',
        { id: unit.id },
        {
          type: type as CommandRequest['type'],
          ...(type === 'interval' && { params: { seconds: Number(seconds) } }),
          ...(type === 'server' && { params: { host: host.trim(), port: Number(port) } }),
          ...(type === 'text' && { text }),
          expires_in: Number(expires_in),
          ...(only_now && { queue: false }),
          ...(isDangerous && { confirm: true }),
        },
      )
      await queryClient.invalidateQueries()
      toast(commands.sent)
    },
  })
  const { type, only_now } = form.values
  const chosen = available.find((one) => one.type === type)
  return (
    <Form form={form} act={commands.act} isDangerous={chosen?.dangerous ?? false}>
      <SelectField
        form={form}
        name="type"
        label={commands.type}
        options={available.map((one) => ({ value: one.type, label: titleOf(one.type) }))}
        {...(chosen?.answered === false && { hint: commands.silentOnes })}
      />
      {type === 'interval' && <NumberField form={form} name="seconds" label={commands.seconds} min={1} max={86_400} />}
      {type === 'server' && (
        <FieldRow>
          <TextField form={form} name="host" label={commands.host} maxLength={100} />
          <NumberField form={form} name="port" label={commands.port} min={1} max={65_535} />
        </FieldRow>
      )}
      {type === 'text' && <TextField form={form} name="text" label={commands.text} maxLength={500} isMono />}
      <SwitchField form={form} name="only_now" label={commands.onlyNow} />
      {!only_now && (
        <SelectField
          form={form}
          name="expires_in"
          label={commands.expires}
          options={Object.entries(commands.expiries).map(([value, label]) => ({ value, label }))}
        />
      )}
    </Form>
  )
}

const tones: Readonly<Record<string, Tone>> = {
  queued: 'waiting',
  sent: 'waiting',
  acknowledged: 'good',
  failed: 'warning',
  expired: 'warning',
  cancelled: 'quiet',
}

function GivenPanel({ unit }: UnitProps) {
  const may = useMay()
  const given = useOperation(
    'getUnitsByIdCommands',
    { id: unit.id, sort: '-created_at', limit: 50 },
    { everyMilliseconds: 2_000 },
  )
  const cancelling = useChange('deleteUnitsByIdCommandsByCommandId')
  const cancel = (command: Command) =>
    cancelling
      .mutateAsync({ params: { id: unit.id, command_id: command.id } })
      .then(() => toast(commands.cancelled, { tone: 'quiet' }), toastFailure)
  return (
    <Panel title={commands.log}>
      <Loaded query={given}>
        {(list) =>
          list.length === 0 ? (
            <p className={classes.line}>{commands.empty}</p>
          ) : (
            <SmallTable label={commands.log} head={[commands.time, commands.what, commands.state, commands.answer, '']}>
              {list.map((command) => (
                <tr key={command.id}>
                  <td>
                    <Time at={command.queued_at} as="time" />
                  </td>
                  <td>
                    {titleOf(command.type)}
                    <div className={classes.mono}>
                      {command.text ?? Object.values(command.params ?? {}).join(' : ')}
                    </div>
                  </td>
                  <td>
                    <StateBadge tone={tones[command.state] ?? 'quiet'}>
                      {commands.states[command.state] ?? command.state}
                    </StateBadge>
                    {command.state === 'queued' && (
                      <div className={classes.quiet}>
                        {commands.until} <Time at={command.expires_at} as="time" />
                      </div>
                    )}
                  </td>
                  <td className={classes.mono}>{command.answer ?? command.failure ?? words.times.none}</td>
                  <td>
                    {command.state === 'queued' && may('commands') && (
                      <Button variant="default" size="xs" onClick={() => void cancel(command)}>
                        {commands.cancel}
                      </Button>
                    )}
                  </td>
                </tr>
              ))}
            </SmallTable>
          )
        }
      </Loaded>
    </Panel>
  )
}
