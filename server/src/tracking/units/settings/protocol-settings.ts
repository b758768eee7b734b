/** Which protocol settings fit a unit or a model. Pure. */
import { readSettingsText, type SettingName, type SettingValue, settingFault, settingsOf } from '@waymark/devices'
import { invalidField, type Problem } from '#kernel/errors.ts'

/** As they are set; null: the protocol's default, whatever the model's settings say. */
export type SetValues = Readonly<Partial<Record<SettingName, SettingValue | null>>>

/** `field`: in the request; the name of the setting, if each has its own field. */
export function settingProblems(
  protocol: string,
  values: Readonly<Record<string, unknown>>,
  fieldOf: (name: string) => string = (name) => name,
): Problem[] {
  const known = settingsOf(protocol)
  return Object.entries(values).flatMap(([name, value]) => {
    const setting = known.find((one) => one.name === name)
    if (!setting) {
      const listed = known.map((one) => one.name).join(', ')
      const instead = listed ? `Use one of these settings: ${listed}.` : 'Leave it out: its protocol has no settings.'
      return [invalidField(fieldOf(name), `${name} is not a setting of the protocol of this model. ${instead}`)]
    }
    const fault = value === null ? undefined : settingFault(setting, value)
    return fault === undefined ? [] : [invalidField(fieldOf(name), `${name} must be ${fault}.`)]
  })
}

/** From one cell of a table; its problems belong to that one field. */
export function settingsInCell(protocol: string, cell: string) {
  const values = readSettingsText(cell)
  return { values, problems: settingProblems(protocol, values, () => 'protocol_settings') }
}
