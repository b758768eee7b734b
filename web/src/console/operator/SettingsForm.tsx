/** The settings of one page as a form, with a test of the entered values before they are saved. */
import { Anchor, Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import type { OperatorSetting } from '../../api/generated.ts'
import { queryClient, useOperation } from '../../api/queries.ts'
import { Loaded } from '../../shared/feedback/Loaded.tsx'
import { Failure, Notice } from '../../shared/feedback/Notice.tsx'
import formClasses from '../../shared/forms/form.module.css'
import { type FormState, SelectField, TextField, useForm } from '../../shared/forms/form.tsx'
import { settingTexts } from '../../shared/texts/console-settings.ts'
import { PasswordTextField } from '../blocks/fields.tsx'
import { toast, toastFailure } from '../blocks/toasts.tsx'

export type SettingPage = OperatorSetting['page']
type Values = Record<string, string>
type Changes = { name: string; value: string | null }[]

interface SettingsFormProps {
  readonly page: SettingPage
  /** After saving, or at once if nothing was changed. */
  done?(): void
  readonly act?: string
}

export function SettingsForm(props: SettingsFormProps) {
  const settings = useOperation('getOperatorSettings', undefined)
  return (
    <Loaded query={settings} height={300}>
      {(all) => <Fields {...props} settings={all.filter(({ page }) => page === props.page)} />}
    </Loaded>
  )
}

const startOf = ({ secret, source, value, default: otherwise }: OperatorSetting) => {
  if (source === 'environment') return value ?? ''
  return secret ? '' : (value ?? otherwise)
}

function changesOf(settings: readonly OperatorSetting[], values: Values): Changes {
  return settings.flatMap((setting) => {
    const { name, source, default: otherwise } = setting
    const value = (values[name] ?? '').trim()
    if (source === 'environment' || value === startOf(setting)) return []
    return [{ name, value: value === '' || value === otherwise ? null : value }]
  })
}

const save = async (settings: Changes) => {
  const all = await call('patchOperatorSettings', undefined, { settings } as never)
  await queryClient.invalidateQueries()
  return all
}

function Fields({ page, settings, done, act }: SettingsFormProps & { settings: readonly OperatorSetting[] }) {
  const form = useForm<Values>({
    start: () => Object.fromEntries(settings.map((setting) => [setting.name, startOf(setting)])),
    send: async (values) => {
      const changes = changesOf(settings, values)
      if (changes.length > 0) {
        await save(changes)
        // Going to the next step is confirmation enough.
        if (!done) toast(settingTexts.saved)
        for (const { name, secret } of settings) if (secret) form.set(name, '')
      }
      done?.()
    },
  })
  const trial = useMutation({
    mutationFn: () =>
      call('postOperatorSettingsTest', undefined, { page, settings: changesOf(settings, form.values) } as never),
  })
  return (
    <form className={formClasses.form} onSubmit={form.submit} noValidate>
      {settings.map((setting) => (
        <Field key={setting.name} form={form} setting={setting} />
      ))}
      {trial.data && <Notice tone={trial.data.works ? 'good' : 'warning'}>{trial.data.says}</Notice>}
      <Failure error={trial.error ?? form.error} />
      <div className={formClasses.buttons}>
        <Button variant="default" loading={trial.isPending} onClick={() => trial.mutate()}>
          {settingTexts.test}
        </Button>
        <Button type="submit" loading={form.isBusy}>
          {act ?? settingTexts.save}
        </Button>
      </div>
    </form>
  )
}

function Field({ form, setting }: { form: FormState<Values>; setting: OperatorSetting }) {
  const { name, source, secret, value } = setting
  const [label, hint] = settingTexts.fields[name] ?? [name, setting.description]
  if (source === 'environment') {
    return <TextField form={form} name={name} label={label} hint={settingTexts.fromEnvironment} disabled />
  }
  const choices = settingTexts.choices[name]
  if (choices) {
    const options = Object.entries(choices).map(([one, text]) => ({ value: one, label: text }))
    return <SelectField form={form} name={name} label={label} hint={hint} options={options} />
  }
  if (!secret) return <TextField form={form} name={name} label={label} hint={hint} maxLength={2000} />
  return (
    <div>
      <PasswordTextField
        form={form}
        name={name}
        label={label}
        hint={value === null ? hint : settingTexts.isSet(value)}
        isNew
      />
      {value !== null && (
        <Anchor
          component="button"
          type="button"
          size="sm"
          onClick={() => void save([{ name, value: null }]).catch(toastFailure)}
        >
          {settingTexts.remove}
        </Anchor>
      )}
    </div>
  )
}
