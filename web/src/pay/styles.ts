/** Styles that only the payment page needs. */
import '@mantine/core/styles/Checkbox.css'
