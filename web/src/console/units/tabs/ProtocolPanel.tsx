/** Settings for a tracker that does not follow its protocol. */
import { Button } from '@mantine/core'
import { call } from '../../../api/call.ts'
import type { ProtocolSuggestion, UnitProtocolSettings } from '../../../api/generated.ts'
import { change, useOperation } from '../../../api/queries.ts'
import { Loaded } from '../../../shared/feedback/Loaded.tsx'
import { Notice } from '../../../shared/feedback/Notice.tsx'
import { formatTime } from '../../../shared/format/times.ts'
import { Form, SelectField, TextField, useForm } from '../../../shared/forms/form.tsx'
import { Panel } from '../../../shared/layout/Panel.tsx'
import { words } from '../../../shared/texts/console.ts'
import { protocolSettings as texts } from '../../../shared/texts/console-protocol.ts'
import { locale } from '../../../shared/texts/texts.ts'
import { confirm } from '../../blocks/confirm.tsx'
import { SmallTable } from '../../blocks/layout.tsx'
import { toast, toastFailure } from '../../blocks/toasts.tsx'
import { useMay } from '../../session.ts'
import { inheritedName, optionsOf, type SettingName, toFields, toSettings, valueName, zoneName } from '../protocol.ts'
import type { UnitProps } from '../unit.ts'
import classes from '../units.module.css'
import { useModels } from '../use-models.ts'

export function ProtocolPanel({ unit }: UnitProps) {
  const query = useOperation('getConsoleUnitsByIdProtocolSettings', { id: unit.id })
  return (
    <>
      <Panel title={texts.title}>
        <Loaded query={query} height={160}>
          {(found) => <ProtocolForm key={JSON.stringify(found.own)} unit={unit} found={found} />}
        </Loaded>
      </Panel>
      {query.data && query.data.known.length > 0 && <History unit={unit} />}
    </>
  )
}

const offBy = (seconds: number) => {
  const [hours, minutes] = [Math.floor(Math.abs(seconds) / 3600), Math.round((Math.abs(seconds) % 3600) / 60)]
  const time = `${hours}:${String(minutes).padStart(2, '0')} h`
  return seconds > 0 ? texts.suggestion.behind(time) : texts.suggestion.ahead(time)
}

function reasonOf({ name, value, off_by }: ProtocolSuggestion): string {
  if (name === 'utc_offset_minutes') return texts.suggestion.clock(offBy(off_by ?? 0), zoneName(Number(value)))
  return name === 'checksum' ? texts.suggestion.checksum : texts.suggestion.speed(valueName(name, value))
}

/** Values of a message for people: a time as a time. */
const shown = (field: string, value: string | number | boolean | null) =>
  value === null
    ? words.times.none
    : /timestamp$/.test(field) && typeof value === 'number'
      ? formatTime(value)
      : String(value)

function Suggestions({ unit }: UnitProps) {
  const mayLocate = useMay()('positions')
  const { data = [] } = useOperation(
    'getConsoleUnitsByIdProtocolSuggestions',
    { id: unit.id },
    { isEnabled: mayLocate },
  )
  const apply = async (settings: ProtocolSuggestion['settings']) => {
    await change('putConsoleUnitsByIdProtocolSettings', { id: unit.id }, settings)
    toast(texts.suggestion.applied)
  }
  return data.map((one) => (
    <Notice key={one.name} tone="warning">
      <div className={classes.stack}>
        <p className={classes.line}>{reasonOf(one)}</p>
        {one.example && (
          <>
            <p className={classes.line}>{texts.suggestion.example(formatTime(one.example.received_at))}</p>
            <SmallTable
              label={texts.suggestion.label}
              head={[texts.suggestion.field, texts.suggestion.before, texts.suggestion.after]}
            >
              {one.example.changes.map(({ field, before, after }) => (
                <tr key={field}>
                  <td className={classes.mono}>{field}</td>
                  <td>{shown(field, before)}</td>
                  <td>{shown(field, after)}</td>
                </tr>
              ))}
            </SmallTable>
          </>
        )}
        <div>
          <Button
            aria-label={`${texts.suggestion.apply}: ${texts.names[one.name as SettingName].label}`}
            onClick={() => void apply(one.settings).catch(toastFailure)}
          >
            {texts.suggestion.apply}
          </Button>
        </div>
      </div>
    </Notice>
  ))
}

const isWorking = (state: string | undefined) => state === 'waiting' || state === 'running'

function History({ unit }: UnitProps) {
  const { data } = useOperation(
    'getConsoleUnitsByIdDecoding',
    { id: unit.id },
    { everyMilliseconds: (found) => (isWorking(found?.state) ? 1_500 : false) },
  )
  const { states } = texts.history
  const isBusy = isWorking(data?.state)
  const act = async () => {
    const isYes = await confirm({
      title: texts.history.title2,
      text: texts.history.text,
      canBeUndone: false,
      act: texts.history.act,
    })
    if (!isYes) return
    await change('postConsoleUnitsByIdDecoding', { id: unit.id })
    toast(texts.history.asked)
  }
  const frames = (data?.frames ?? 0).toLocaleString(locale)
  const changed = ((data?.changed ?? 0) + (data?.added ?? 0) + (data?.removed ?? 0)).toLocaleString(locale)
  return (
    <Panel title={texts.history.title}>
      <div className={classes.stack}>
        <p className={classes.line}>{texts.history.explain}</p>
        {data && data.state !== 'none' && (
          <p className={classes.line} role="status">
            {data.state === 'running'
              ? states.running(frames)
              : data.state === 'done'
                ? states.done(frames, changed)
                : states[data.state]}
          </p>
        )}
        <div>
          <Button variant="default" disabled={isBusy} onClick={() => void act().catch(toastFailure)}>
            {texts.history.act}
          </Button>
        </div>
      </div>
    </Panel>
  )
}

function ProtocolForm({ unit, found }: UnitProps & { found: UnitProtocolSettings }) {
  const { known, own, model, effective } = found
  const form = useForm({
    start: toFields(known, own),
    send: async (values) => {
      await change('putConsoleUnitsByIdProtocolSettings', { id: unit.id }, toSettings(known, values))
      toast(texts.saved)
    },
  })
  if (known.length === 0) return <p className={classes.line}>{texts.none}</p>
  return (
    <>
      <p className={classes.intro}>{texts.explain(found.protocol_title)}</p>
      <Suggestions unit={unit} />
      <Form form={form}>
        {known.map((one) => {
          const words = texts.names[one.name as SettingName]
          const options = optionsOf(one, model)
          const field = { form, name: one.name, label: words.label, hint: words.hint }
          return options ? (
            <SelectField key={one.name} {...field} none={inheritedName(one.name, model)} options={options} />
          ) : (
            <TextField key={one.name} {...field} maxLength={1000} isMono placeholder={one.example} />
          )
        })}
      </Form>
      {Object.keys(effective).length > 0 && <ForModel unit={unit} found={found} />}
    </>
  )
}

function ForModel({ unit, found }: UnitProps & { found: UnitProtocolSettings }) {
  const { titleOf } = useModels()
  const act = async () => {
    const { units } = await call('getConsoleModelsByHwIdProtocolSettings', { hw_id: unit.hw_id })
    const isYes = await confirm({
      title: texts.forModelTitle(titleOf(unit.hw_id)),
      text: texts.forModelText,
      effect: [[units, texts.forModelEffect]],
      canBeUndone: true,
      act: texts.forModel,
    })
    if (!isYes) return
    await change('putConsoleModelsByHwIdProtocolSettings', { hw_id: unit.hw_id }, found.effective)
    toast(texts.forModelDone)
  }
  return (
    <Button variant="default" mt="md" onClick={() => void act().catch(toastFailure)}>
      {texts.forModel}
    </Button>
  )
}
