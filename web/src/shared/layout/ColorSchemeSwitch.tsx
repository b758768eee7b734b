import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { useColorScheme } from '@mantine/hooks'
import { MoonIcon, SunIcon } from '../content/Icons.tsx'

interface ColorSchemeSwitchProps {
  readonly words: { readonly light: string; readonly dark: string }
}

/** When it matches the system's preference again, the choice is forgotten and the page follows the system. */
export function ColorSchemeSwitch({ words }: ColorSchemeSwitchProps) {
  const { setColorScheme } = useMantineColorScheme()
  const shown = useComputedColorScheme('light')
  const preferred = useColorScheme()
  const other = shown === 'dark' ? 'light' : 'dark'
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      aria-label={words[other]}
      title={words[other]}
      onClick={() => setColorScheme(other === preferred ? 'auto' : other)}
    >
      {shown === 'dark' ? <SunIcon /> : <MoonIcon />}
    </ActionIcon>
  )
}
