/**
 * One style for all pages: forest paper by day, forest night after dark, and the orange of a trail sign for accents.
 * Every text colour below keeps a contrast of at least 4.5 on its background.
 */
import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core'

const pine: MantineColorsTuple = [
  '#eef7f3',
  '#dcede5',
  '#b8dacb',
  '#8fc6af',
  '#69b296',
  '#4a9c7e',
  '#2f8768',
  '#1f7056',
  '#175a46',
  '#0f4536',
]
const blaze: MantineColorsTuple = [
  '#fff4e8',
  '#fde4c8',
  '#f9c894',
  '#f4ab62',
  '#ee903a',
  '#e07a1e',
  '#c26211',
  '#a04d0c',
  '#7d3d0c',
  '#5d2f0b',
]
const lake: MantineColorsTuple = [
  '#eef4fa',
  '#dbe7f3',
  '#b5cee5',
  '#8bb3d7',
  '#6499c9',
  '#4682b8',
  '#336ca0',
  '#275783',
  '#1d4366',
  '#15314c',
]
const berry: MantineColorsTuple = [
  '#fdf0ef',
  '#f9dedc',
  '#f0b9b6',
  '#e6918d',
  '#dc6d69',
  '#cd4f4c',
  '#b73c3b',
  '#982d2f',
  '#782325',
  '#591b1d',
]
const stone: MantineColorsTuple = [
  '#faf9f5',
  '#f2f1eb',
  '#e5e5dc',
  '#d3d4c9',
  '#b3b7ab',
  '#8d9489',
  '#646c64',
  '#4a524c',
  '#323834',
  '#1d221f',
]
const night: MantineColorsTuple = [
  '#dde3df',
  '#bac4be',
  '#95a29b',
  '#6c7a73',
  '#4a5851',
  '#35413b',
  '#27312c',
  '#1c2420',
  '#151b18',
  '#0e1311',
]

export const theme = createTheme({
  colors: { pine, blaze, lake, berry, gray: stone, dark: night },
  primaryColor: 'pine',
  primaryShade: 7,
  autoContrast: true,
  black: '#1d221f',
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif',
  fontFamilyMonospace:
    'ui-monospace, "Cascadia Code", "SF Mono", Menlo, Consolas, "Liberation Mono", "DejaVu Sans Mono", monospace',
  headings: {
    fontWeight: '650',
    sizes: {
      h1: { fontSize: '2rem', lineHeight: '1.2' },
      h2: { fontSize: '1.3rem', lineHeight: '1.3' },
      h3: { fontSize: '1.05rem', lineHeight: '1.35' },
    },
  },
})

export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-body': '#faf9f5',
    '--mantine-color-dimmed': '#5a625b',
    '--mantine-color-default-border': '#dedfd5',
    '--mantine-color-anchor': '#1f7056',
    '--mantine-color-error': '#a83435',
  },
  dark: {
    '--mantine-color-body': '#151b18',
    '--mantine-color-dimmed': '#9caaa2',
    '--mantine-color-default-border': '#2d3832',
    '--mantine-color-anchor': '#7fc4a8',
    '--mantine-color-error': '#eda19e',
  },
})
