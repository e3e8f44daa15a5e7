#!/usr/bin/python3
"""A bare window of WebKitGTK for its driver: MiniBrowser has a toolbar, and is never as narrow as a phone.

It prints what the console says, and saves downloads to the folder that DOWNLOADS names.
"""
import os

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import GLib, Gtk, WebKit2  # noqa: E402

Gtk.Settings.get_default().set_property("gtk-enable-animations", False)  # prefers-reduced-motion
context = WebKit2.WebContext.new_ephemeral()
context.set_automation_allowed(True)
context.set_preferred_languages(["en-GB"])


def save(_context, download):
    def choose(_download, name):
        download.set_destination("file://" + os.path.join(os.environ["DOWNLOADS"], name))
        return True

    download.connect("decide-destination", choose)


def view_in_window(_session):
    view = WebKit2.WebView(web_context=context, is_controlled_by_automation=True)
    view.get_settings().set_enable_write_console_messages_to_stdout(True)
    window = Gtk.Window()
    window.set_decorated(False)
    window.set_default_size(1280, 800)
    window.add(view)
    window.show_all()
    window.present()
    view.connect("close", lambda _view: window.destroy())
    return view


def begin(_context, session):
    named = WebKit2.ApplicationInfo.new()
    named.set_name("window")
    session.set_application_info(named)
    session.connect("create-web-view", view_in_window)


context.connect("download-started", save)
context.connect("automation-started", begin)
# Its driver may be killed: then nobody else would end it.
GLib.timeout_add_seconds(1, lambda: Gtk.main_quit() if os.getppid() == 1 else True)
Gtk.main()
