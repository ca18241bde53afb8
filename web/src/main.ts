import { mount } from 'svelte'
import App from './app/App.svelte'
import { dress } from './browser/settings.svelte'
import './styles/base.css'

dress()
mount(App, { target: document.getElementById('app')! })
